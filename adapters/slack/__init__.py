"""Slack: Socket Mode or HTTP events in, the Web API out."""
