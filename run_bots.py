"""Run the fleet: argv → config.cli; nothing else."""

from config.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
