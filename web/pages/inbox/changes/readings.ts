import type { Confirmed } from "#web/pages/inbox/types.ts";

/** Keeps answers with messages consistent with the changes that are sent while these answers are under way. */
export function createReadings() {
  const readers = new Set<Confirmed[]>();
  const requests = new Set<Promise<unknown>>();
  let requestCount = 0;

  return {
    /** Registers a request for a change until it settles. Several may be under way. */
    async alongside<Answer>(request: Promise<Answer>): Promise<Answer> {
      requestCount += 1;
      const settled = request.catch(() => {});
      requests.add(settled);
      try {
        return await request;
      } finally {
        requests.delete(settled);
      }
    },
    /** Tells every answer under way, which may be older, of a confirmed change. */
    confirm(confirmed: Confirmed): void {
      for (const missed of readers) missed.push(confirmed);
    },
    async during<Answer>(
      read: () => Promise<Answer>,
      correct: (answer: Answer, confirmed: readonly Confirmed[]) => Answer,
    ): Promise<Answer> {
      const confirmed: Confirmed[] = [];
      readers.add(confirmed);
      try {
        return correct(await read(), confirmed);
      } finally {
        readers.delete(confirmed);
      }
    },
    /** Reads again until no request for a change was under way beside. Returns what `before` said when the read began. */
    async undisturbed<Answer, Before>(
      read: () => Promise<Answer>,
      before: () => Before,
    ): Promise<{ answer: Answer; before: Before }> {
      for (;;) {
        while (requests.size > 0) await Promise.all(requests);
        const [countBefore, stateBefore] = [requestCount, before()];
        const answer = await read();
        if (requestCount === countBefore) return { answer, before: stateBefore };
      }
    },
  };
}
