/** From the edge of a row in the list to its words: the mark of the opened one and some air. */
export const rowInset = "1.1875rem";
