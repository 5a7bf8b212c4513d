import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import type { SubmissionCounts } from "#functions/contract/submission.ts";
import { useToast } from "#web/ui/toast.tsx";
import { keys } from "./queries.ts";

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

/** Asks for the lists again when the counts say that something came or went. */
export function useNewcomers(counts: SubmissionCounts | undefined): void {
  const client = useQueryClient();
  const known = useRef<string>(undefined);
  const now = counts && `${counts.all} ${counts.unread}`;
  useEffect(() => {
    const before = known.current;
    known.current = now;
    // A change of our own asks for the lists by itself when it is done.
    if (before && now && before !== now && client.isMutating() === 0) {
      client.invalidateQueries({ queryKey: keys.lists });
    }
  }, [now, client]);
}
