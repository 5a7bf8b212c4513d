import { useEffect, useState } from "react";
import { readSignUpOpen } from "#web/api/auth-settings.ts";

/** Whether visitors may create an account; false until it is known. */
export function useSignUpOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    // A service that does not answer offers no accounts: the form says so when it is used.
    readSignUpOpen(leaving.signal).then(setOpen, () => {});
    return () => leaving.abort();
  }, []);
  return open;
}
