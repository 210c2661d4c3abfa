/* One line per game: the only place that knows them all. */
GAME(topologic)
GAME(archeologic)
GAME(ancient)
GAME(archives)
GAME(contrees)
