/** At how many tables of the server it is your turn, as far as the page has heard. */
import { store } from "../store";

export const waiting = store(0);
