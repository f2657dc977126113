"""WhatsApp, of which there are exports only."""
