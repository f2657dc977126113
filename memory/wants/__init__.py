"""What a message wants of who hears it, and how its speaker wants to be called: judged by what examples taught."""
