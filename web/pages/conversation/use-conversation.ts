import { useEffect, useState } from "react";
import type { CustomerConversation } from "#functions/contract/conversation.schema.ts";
import { ApiError, type ProblemMessage, toProblemMessage } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { takeLinkToken } from "#web/session/link-token.ts";

/** The event that the page announces: a reply was stored, or an answer has arrived. */
export type News = "received" | "answered" | null;

export type ConversationState =
  | { name: "loading" }
  | { name: "shown"; token: string; conversation: CustomerConversation; news: News }
  /** The address has no token. */
  | { name: "without_link" }
  /** The token is invalid or revoked, or the conversation is erased. */
  | { name: "unknown" }
  | { name: "failed"; problem: ProblemMessage };

/** Time between two looks for new answers, in milliseconds. */
const pollMs = 20_000;

const storageKey = "conversation.token";

const toFailure = (error: unknown): ConversationState =>
  error instanceof ApiError && error.code === "not_found"
    ? { name: "unknown" }
    : { name: "failed", problem: toProblemMessage(error) };

const countAnswers = ({ items }: CustomerConversation) =>
  items.filter(({ kind }) => kind === "answer").length;

/** Returns the state with a newer conversation. A late response with fewer items changes nothing. */
function toNewer(current: ConversationState, conversation: CustomerConversation): ConversationState {
  if (current.name !== "shown" || conversation.items.length <= current.conversation.items.length) {
    return current;
  }
  const hasAnswer = countAnswers(conversation) > countAnswers(current.conversation);
  return { ...current, conversation, news: hasAnswer ? "answered" : current.news };
}

/** Reads the conversation of the mailed link, and new answers while the page is visible. `show` replaces it. */
export function useConversation() {
  const [state, setState] = useState<ConversationState>({ name: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt repeats the request
  useEffect(() => {
    const page = new AbortController();
    let link = new AbortController();
    let token: string | null = null;
    const read = () =>
      callApi<CustomerConversation>("/api/conversation", {
        ...{ method: "POST", body: { token }, signal: link.signal },
      });
    const load = () => {
      link.abort();
      link = new AbortController();
      const { signal } = link;
      token = takeLinkToken(storageKey);
      if (!token) return setState({ name: "without_link" });
      const linkToken = token;
      setState({ name: "loading" });
      read().then(
        (conversation) =>
          signal.aborted || setState({ name: "shown", token: linkToken, conversation, news: null }),
        (error) => signal.aborted || setState(toFailure(error)),
      );
    };
    const look = () => {
      if (!token || document.visibilityState !== "visible") return;
      const { signal } = link;
      read().then(
        (conversation) => signal.aborted || setState((current) => toNewer(current, conversation)),
        // The next look may succeed.
        () => {},
      );
    };
    load();
    // Opening another link in this tab changes only the fragment.
    addEventListener("hashchange", load, { signal: page.signal });
    document.addEventListener("visibilitychange", look, { signal: page.signal });
    const timer = setInterval(look, pollMs);
    return () => {
      clearInterval(timer);
      page.abort();
      link.abort();
    };
  }, [attempt]);

  return {
    state,
    retry: () => setAttempt((count) => count + 1),
    show: (conversation: CustomerConversation, news: News) =>
      setState((current) => (current.name === "shown" ? { ...current, conversation, news } : current)),
  };
}
