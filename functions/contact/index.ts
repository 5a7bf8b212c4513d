/** Exports what other slices may use of contact. */
export { type Drain, drainSpool } from "./drain-spool.ts";
export { canaryHeader, signCanary } from "./synthetic-message.ts";
