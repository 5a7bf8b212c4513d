import { createVar } from "@vanilla-extract/css";

/** The height of the site's header, and the room at its sides. A screen that is a tool sets them on the root. */
export const headerHeight = createVar();
export const headerInset = createVar();
