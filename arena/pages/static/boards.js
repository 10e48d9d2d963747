// Which game is drawn by whom.

import { draw as bologna } from "podesta/board_bologna";
import { draw as patrician } from "podesta/board_patrician";
import { draw as unknown } from "podesta/board_unknown";

const BOARDS = { bologna, patrician };

export const boardOf = (game) => BOARDS[game] ?? unknown;
