"""Who an anima is: identity, permissions, roles."""
