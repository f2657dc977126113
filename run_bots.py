"""Run the fleet: argv → config.wiring; nothing else."""

from config.wiring import main

if __name__ == "__main__":
    raise SystemExit(main())
