import { useSyncExternalStore } from "react";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { PasskeyButton } from "./passkey-button.tsx";

const never = () => () => {};

type PasskeyEntryProps = { onSignedIn: () => void; onAsking: (asking: boolean) => void };

/** The way in by a passkey. It is in the page as it is sent, so that nothing moves when it comes, and goes from the few browsers that have none. */
export function PasskeyEntry(props: PasskeyEntryProps) {
  const offered = useSyncExternalStore(never, hasPasskeys, () => true);
  return offered && <PasskeyButton {...props} />;
}
