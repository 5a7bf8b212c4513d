import { useEffect } from "react";
import { useText } from "#web/language/use-text.ts";
import { useToast } from "#web/ui/toast.tsx";

/** Says once that the messages could not be loaded, however often the same trouble is tried again, until they are. */
export function useFailureToast(failed: boolean): void {
  const toast = useToast();
  const text = useText();
  useEffect(() => {
    if (!failed) return;
    return toast({
      title: text("toast.error"),
      description: text("inbox.load.failed"),
      tone: "critical",
    });
  }, [failed, toast, text]);
}
