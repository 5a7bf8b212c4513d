/** Exports what other slices may use of contact. */
export { type Drain, drainSpool } from "./drain-spool.ts";
export {
  signSyntheticMessage as signCanary,
  syntheticMessageHeader as canaryHeader,
} from "./synthetic-message.ts";
