"""From a cue to ranked recollections."""
