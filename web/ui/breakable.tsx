import { Fragment } from "react";

/** A mail address that breaks before its signs; within a word only where that does not fit a line. */
export function Breakable({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address stay in their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}
