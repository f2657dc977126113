"""LINE: calls to one user or group by the Messaging API."""
