/* One line per subcommand: the only place that knows them all. */
COMMAND(play)
COMMAND(replay)
COMMAND(sim)
COMMAND(engine)
COMMAND(games)
COMMAND(solve)
