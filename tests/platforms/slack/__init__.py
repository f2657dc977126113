"""A Slack on loopback: Web API, Socket Mode and HTTP events (see FIDELITY.md)."""

from tests.platforms.slack.server import SlackServer
from tests.platforms.slack.state import App, Limits, Post

__all__ = ["App", "Limits", "Post", "SlackServer"]
