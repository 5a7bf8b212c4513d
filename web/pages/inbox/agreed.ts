// What the contract's limits say, held to them by a test. The contact form uses those too: shared between the two they
// would be a file of their own, which every visitor's first script would have to name.

/** Messages that one bulk call takes by their ids. */
export const idsAtOnce = 500;

/** What a whole export ends with; one that was broken off does not. */
export const csvEnd = "\r\n";
