"""What a turn may do with what it has met: policy as code, never as words of a prompt."""
