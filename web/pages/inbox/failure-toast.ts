import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useToast } from "#web/ui/toast.tsx";

/** Says once that the messages could not be loaded, however often the same trouble is tried again. */
export function useFailureToast(failed: boolean): void {
  const toast = useToast();
  const { formatMessage } = useIntl();
  useEffect(() => {
    if (!failed) return;
    toast({
      title: formatMessage({ id: "toast.error" }),
      description: formatMessage({ id: "inbox.load.failed" }),
      tone: "critical",
    });
  }, [failed, toast, formatMessage]);
}
