import * as v from "valibot";
import { type Doubt, doubtCodes } from "./doubt.ts";

/** What is read back of a doubt where it is stored. */
export const storedDoubt: v.GenericSchema<unknown, Doubt> = v.object({
  code: v.picklist(doubtCodes),
  count: v.exactOptional(v.number()),
});
