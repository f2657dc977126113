"""An anima's own hours: heartbeat, schedule, nights."""
