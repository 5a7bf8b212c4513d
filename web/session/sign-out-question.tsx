import { useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { hasUnsentTexts } from "./sign-out.ts";

/** Returns the function that signs out, and the question that comes before it if the sign-out would delete unsent texts. */
export function useSignOutQuestion(signOut: () => void) {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  return {
    requestSignOut: () => (hasUnsentTexts() ? setIsAsking(true) : signOut()),
    question: isAsking && (
      <ConfirmDialog
        title={text("signOut.title")}
        description={text("signOut.warning")}
        confirmLabel={text("signOut.confirm")}
        cancelLabel={text("signOut.cancel")}
        onConfirm={signOut}
        onCancel={() => setIsAsking(false)}
      />
    ),
  };
}
