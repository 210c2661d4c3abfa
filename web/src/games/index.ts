/** One line per game that has a folder here, as games/list.h has one per game. */
export { topologic } from "./topologic/cover";
export { archeologic } from "./archeologic/cover";
export { ancient } from "./ancient/cover";
export { archives } from "./archives/cover";
export { contrees } from "./contrees/cover";
