"""One benchmark a module: `run(options) -> exit code`. What stands here is a command."""
