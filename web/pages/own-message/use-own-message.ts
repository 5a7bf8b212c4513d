import { useCallback, useEffect, useRef, useState } from "react";
import { type OwnMessage, ownMessageFragment } from "#functions/contract/reference.ts";
import { ApiError } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { type ProblemMessage, toProblemMessage } from "#web/api/problem-messages.ts";
import { tryStorage } from "#web/ui/storage.ts";

/** The state of the page and its message. */
export type OwnMessageState =
  | { name: "loading" }
  | { name: "shown"; message: OwnMessage; erasing: boolean; problem: ProblemMessage | null }
  /** The address has no token. */
  | { name: "without_link" }
  /** The token is invalid, or the record of its erased message has expired. */
  | { name: "unknown" }
  /** The message was erased before, or its retention has ended. */
  | { name: "gone" }
  | { name: "erased" }
  | { name: "failed"; problem: ProblemMessage };

const key = "own-message.token";

/**
 * Returns the token of the mailed link and removes it from the address, so that neither the history nor a bystander
 * sees it. The tab stores it for a reload and a change of language.
 */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get(ownMessageFragment);
  if (!token) return tryStorage(() => sessionStorage.getItem(key)) ?? null;
  tryStorage(() => sessionStorage.setItem(key, token));
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

const forgetToken = () => tryStorage(() => sessionStorage.removeItem(key));

function toState(error: unknown): OwnMessageState {
  const code = error instanceof ApiError ? error.code : null;
  const name = code === "message_gone" ? "gone" : code === "not_found" ? "unknown" : null;
  if (!name) return { name: "failed", problem: toProblemMessage(error) };
  forgetToken();
  return { name };
}

/** Reads the message of the mailed link. Opening the link changes nothing; `erase` deletes the message. */
export function useOwnMessage() {
  const [state, setState] = useState<OwnMessageState>({ name: "loading" });
  const [attempt, setAttempt] = useState(0);

  // The request for the message of the present link. A newer link aborts it, so that no answer shows a message that
  // `erase` would not erase.
  const request = useRef(new AbortController());

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt repeats the request
  useEffect(() => {
    const page = new AbortController();
    const load = () => {
      request.current.abort();
      request.current = new AbortController();
      const { signal } = request.current;
      const token = takeToken();
      if (!token) return setState({ name: "without_link" });
      setState({ name: "loading" });
      callApi<OwnMessage>("/api/contact/own", { method: "POST", body: { token }, signal }).then(
        (message) => signal.aborted || setState({ name: "shown", message, erasing: false, problem: null }),
        (error) => signal.aborted || setState(toState(error)),
      );
    };
    load();
    // Opening another link in this tab changes only the fragment.
    addEventListener("hashchange", load, { signal: page.signal });
    return () => {
      page.abort();
      request.current.abort();
    };
  }, [attempt]);

  const erase = useCallback(async (message: OwnMessage) => {
    const token = takeToken();
    if (!token) return;
    const { signal } = request.current;
    setState({ name: "shown", message, erasing: true, problem: null });
    await callApi("/api/contact/own/erase", { method: "POST", body: { token } }).then(
      () => {
        if (signal.aborted) return;
        forgetToken();
        setState({ name: "erased" });
      },
      (error) => {
        if (signal.aborted) return;
        const nextState = toState(error);
        setState(
          nextState.name === "failed" ? { ...nextState, name: "shown", message, erasing: false } : nextState,
        );
      },
    );
  }, []);

  return { state, retry: () => setAttempt((count) => count + 1), erase };
}
