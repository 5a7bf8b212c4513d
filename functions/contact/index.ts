/** Exports what other slices may use of contact. */
export { type Drain, drainSpool } from "./drain-spool.ts";
export { signSyntheticMessage, syntheticMessageHeader } from "./synthetic-message.ts";
