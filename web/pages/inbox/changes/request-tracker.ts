import type { ConfirmedChange } from "#web/pages/inbox/types.ts";

type TrackerPorts = { onConfirm: (confirmed: ConfirmedChange) => void; countTransitions: () => number };

/**
 * Tracks the reads and the changes in flight. A response that is older than a change must not hide the change from the
 * user: lists are corrected (`readCorrected`), counts are read again (`readUndisturbed`).
 */
export function createRequestTracker({ onConfirm, countTransitions }: TrackerPorts) {
  // A list for each read in flight, with the changes that were confirmed since it began.
  const changesDuringReads = new Set<ConfirmedChange[]>();
  const changeRequests = new Set<Promise<unknown>>();
  let changeRequestCount = 0;

  return {
    /**
     * Requests a change at once, outside of the order of the pending ones. Only its response names the changed
     * messages. Passes the confirmed change to every read in flight, because its response may be older.
     */
    async runImmediately(request: () => Promise<ConfirmedChange>): Promise<ConfirmedChange> {
      changeRequestCount += 1;
      const pendingChange = request();
      // The caller gets the error.
      const settledRequest = pendingChange.catch(() => {});
      changeRequests.add(settledRequest);
      try {
        const confirmed = await pendingChange;
        for (const changes of changesDuringReads) changes.push(confirmed);
        onConfirm(confirmed);
        return confirmed;
      } finally {
        changeRequests.delete(settledRequest);
      }
    },
    /** Reads a response with submissions. `correct` applies the changes that were confirmed meanwhile. */
    async readCorrected<Answer>(
      read: () => Promise<Answer>,
      correct: (answer: Answer, confirmed: readonly ConfirmedChange[]) => Answer,
    ): Promise<Answer> {
      const confirmed: ConfirmedChange[] = [];
      changesDuringReads.add(confirmed);
      try {
        return correct(await read(), confirmed);
      } finally {
        changesDuringReads.delete(confirmed);
      }
    },
    /** Reads a response that no request for a change overlapped, and the number of `transitions` that it includes. */
    async readUndisturbed<Answer>(
      read: () => Promise<Answer>,
    ): Promise<{ answer: Answer; transitionCount: number }> {
      for (;;) {
        while (changeRequests.size > 0) await Promise.all(changeRequests);
        const [countBefore, transitionCount] = [changeRequestCount, countTransitions()];
        const answer = await read();
        if (changeRequestCount === countBefore) return { answer, transitionCount };
      }
    },
  };
}
