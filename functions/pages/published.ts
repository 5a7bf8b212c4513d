import { daySeconds } from "#functions/contract/durations.ts";
import type { PublishedState } from "#functions/contract/site-renderer.ts";
import type { EdgeCache } from "#functions/http/edge-cache.ts";
import { type Waiting, waitFor } from "./within.ts";

// All in milliseconds. What is known counts for `fresh`, then it is asked for again; meanwhile it counts until it is `oldest`.
const fresh = 4_000;
/** How many requests at a time may ask although others were in vain. */
const mostInsisting = 3;
/** How long what was known last is kept for isolates that know nothing, in seconds. */
const month = 30 * daySeconds;
const oldest = 5_000;
/** How long a question that has no answer yet keeps others from asking the same. */
const timeout = 2_000;
/** How long the CMS is left alone after a question that went wrong. */
const backoff = 5_000;

type Known = { state: PublishedState; checkedAt: number };

/**
 * What is published, asked of the CMS once in some seconds by all requests of an isolate together, and of a data center
 * where its cache has the answer. A request never takes part in another one's question: workerd keeps them apart.
 */
export function openPublished(options: {
  cache: EdgeCache;
  read(): Promise<PublishedState>;
  onFailure(fault: unknown): void;
}) {
  let known: Known | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** When the last question failed, or was waited for in vain; undefined while all is well. */
  let troubledAt: number | undefined;

  let insisting = 0;

  const latest = () => known?.state;
  const ageAt = (now: number) => (known ? now - known.checkedAt : Number.POSITIVE_INFINITY);

  async function ask(): Promise<void> {
    askedAt = Date.now();
    try {
      if (!known) {
        // What another isolate has known, however old, until there is an answer.
        const last = await options.cache.read<PublishedState>("last published");
        if (last) known ??= { state: last, checkedAt: Number.NEGATIVE_INFINITY };
      }
      const shared = await options.cache.read<Known>("published");
      if (shared && Date.now() - shared.checkedAt < fresh) known = shared;
      else {
        const checkedAt = Date.now();
        known = { state: await options.read(), checkedAt };
        await Promise.all([
          options.cache.keep("published", known, oldest / 1000),
          options.cache.keep("last published", known.state, month),
        ]);
      }
      troubledAt = undefined;
    } catch (fault) {
      troubledAt = Date.now();
      options.onFailure(fault);
    } finally {
      askedAt = Number.NEGATIVE_INFINITY;
    }
  }

  return {
    /**
     * What is published, as it was known at most 5 s ago; undefined while it has never been known. A CMS that is slow or away
     * costs one request its time: the others get what is known, however old.
     */
    async current(waiting: Waiting): Promise<PublishedState | undefined> {
      const now = Date.now();
      if (ageAt(now) < fresh) return known?.state;
      if (!known && waiting.insists && insisting < mostInsisting) {
        insisting += 1;
        waiting.asked ??= ask();
        await waitFor(waiting, waiting.asked);
        insisting -= 1;
        return latest();
      }
      const isAsked = now - askedAt < timeout;
      if (troubledAt !== undefined) {
        if (!isAsked && now - troubledAt > backoff) waiting.waitUntil(ask());
        return known?.state;
      }
      if (isAsked && ageAt(now) < oldest) return known?.state;
      waiting.asked = ask();
      await waitFor(waiting, waiting.asked);
      if (ageAt(Date.now()) > oldest) troubledAt ??= Date.now();
      return known?.state;
    },
  };
}
