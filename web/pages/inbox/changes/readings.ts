import type { Confirmed } from "./change.ts";

/** Answers with messages in them that are read while changes are sent, and what each has to learn of these. */
export function createReadings() {
  const readers = new Set<Confirmed[]>();
  const sending = new Set<Promise<unknown>>();
  let sent = 0;

  return {
    /** A request for a change is under way until it settles; there may be several. */
    async alongside<Answer>(request: Promise<Answer>): Promise<Answer> {
      sent += 1;
      const settled = request.catch(() => {});
      sending.add(settled);
      try {
        return await request;
      } finally {
        sending.delete(settled);
      }
    },
    /** Whatever is being read now may be older than this. */
    confirm(confirmed: Confirmed): void {
      for (const missed of readers) missed.push(confirmed);
    },
    /** An answer with messages in it; `correct` adds what was confirmed while it was under way. */
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
    /** An answer that no request for a change was under way beside, and what `before` said when it was asked for. */
    async undisturbed<Answer, Before>(
      read: () => Promise<Answer>,
      before: () => Before,
    ): Promise<{ answer: Answer; before: Before }> {
      for (;;) {
        while (sending.size > 0) await Promise.all(sending);
        const [sentBefore, then] = [sent, before()];
        const answer = await read();
        if (sent === sentBefore) return { answer, before: then };
      }
    },
  };
}
