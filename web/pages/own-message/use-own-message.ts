import { useCallback, useEffect, useState } from "react";
import type { OwnMessage } from "#functions/contract/own-message.ts";
import { ApiError } from "#web/api/api-error.ts";
import { eraseOwnMessage, getOwnMessage } from "#web/api/own-message.ts";
import { type ProblemMessage, problemMessage } from "#web/api/problem-messages.ts";
import { forgetToken, takeToken } from "./link-token.ts";

/** What the page knows of the message. */
export type OwnMessageState =
  | { name: "loading" }
  | { name: "shown"; message: OwnMessage; erasing: boolean; problem: ProblemMessage | null }
  /** The address brought no token. */
  | { name: "without_link" }
  /** The token is none, or so old that not even its trace is kept. */
  | { name: "unknown" }
  /** It was erased before, by whomever, or its time is over. */
  | { name: "gone" }
  | { name: "erased" }
  | { name: "failed"; problem: ProblemMessage };

function toState(error: unknown): OwnMessageState {
  const code = error instanceof ApiError ? error.code : null;
  const name = code === "message_gone" ? "gone" : code === "not_found" ? "unknown" : null;
  if (!name) return { name: "failed", problem: problemMessage(error) };
  forgetToken();
  return { name };
}

/** The message of the link that was opened. Opening it changes nothing: `erase` does. */
export function useOwnMessage() {
  const [state, setState] = useState<OwnMessageState>({ name: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const left = new AbortController();
    const ask = () => {
      const token = takeToken();
      if (!token) return setState({ name: "without_link" });
      setState({ name: "loading" });
      getOwnMessage(token, left.signal).then(
        (message) => setState({ name: "shown", message, erasing: false, problem: null }),
        (error) => left.signal.aborted || setState(toState(error)),
      );
    };
    ask();
    // Another link that is opened in this tab changes the fragment only.
    addEventListener("hashchange", ask);
    return () => {
      removeEventListener("hashchange", ask);
      left.abort();
    };
  }, [attempt]);

  const erase = useCallback(async (message: OwnMessage) => {
    const token = takeToken();
    if (!token) return;
    setState({ name: "shown", message, erasing: true, problem: null });
    await eraseOwnMessage(token).then(
      () => {
        forgetToken();
        setState({ name: "erased" });
      },
      (error) => {
        const next = toState(error);
        setState(next.name === "failed" ? { ...next, name: "shown", message, erasing: false } : next);
      },
    );
  }, []);

  return { state, retry: () => setAttempt((count) => count + 1), erase };
}
