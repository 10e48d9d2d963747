// Which game is drawn by whom.

import { draw as bologna } from "podesta/board_bologna";
import { draw as bomarzo } from "podesta/board_bomarzo";
import { draw as patrician } from "podesta/board_patrician";
import { draw as tuerme } from "podesta/board_tuerme";
import { draw as unknown } from "podesta/board_unknown";

const BOARDS = { bologna, bomarzo, patrician, tuerme };

export const boardOf = (game) => BOARDS[game] ?? unknown;
