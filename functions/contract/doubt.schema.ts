import * as v from "valibot";
import { type Doubt, doubtCodes } from "./doubt.ts";

const doubt: v.GenericSchema<unknown, Doubt> = v.object({
  code: v.picklist(doubtCodes),
  count: v.exactOptional(v.number()),
});

/** Parses the stored doubts of a message. Drops codes that this release no longer defines. */
export const storedDoubts: v.GenericSchema<unknown, Doubt[]> = v.pipe(
  v.array(v.unknown()),
  v.transform((stored) => stored.filter((entry): entry is Doubt => v.is(doubt, entry))),
);
