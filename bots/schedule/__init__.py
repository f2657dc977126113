"""The hours of an anima: schedules as people write them, their moments, and its nights."""
