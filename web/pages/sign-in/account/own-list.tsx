import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";
import type { AccountOutcome, Refusal } from "#web/session/account-actions.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";

/**
 * Reads a value of the account with `read` on mount, and again with `load`. `value` is null until the first success,
 * `refusal` is the failure of the last call, and `readAt` is in milliseconds since 1970.
 */
export function useLoaded<Value>(read: () => AccountOutcome<Value>) {
  const [{ value, readAt }, setLoaded] = useState<{ value: Value | null; readAt: number }>(unloaded);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const setValue = useCallback((newValue: Value) => setLoaded({ value: newValue, readAt: Date.now() }), []);
  const load = useCallback(async () => {
    const answer = await read();
    setRefusal(answer.refusal);
    if (!answer.refusal) setValue(answer.value);
  }, [read, setValue]);
  useEffect(() => {
    void load();
  }, [load]);
  return { value, readAt, refusal, load, setValue };
}

const unloaded = { value: null, readAt: 0 };

/** Converts a call of the site's API to the outcome of a call of the authentication service, as forms expect it. */
export const toOutcome = <Value,>(call: Promise<Value>): AccountOutcome<Value> =>
  call.then(
    (value) => ({ refusal: null, value }),
    (error: unknown) => ({
      refusal: { error, retryAfter: error instanceof ApiError ? error.retryAfter : null },
    }),
  );

/** Reads a list of the account for `OwnList`, which attaches `element` to its container. */
export function useOwnList<Item>(read: () => AccountOutcome<Item[]>) {
  const { value: items, readAt, refusal, load } = useLoaded(read);
  const element = useRef<HTMLDivElement>(null);
  /** Loads the list after an item was removed. The list takes the focus, because the pressed button disappears. */
  const loadAfterRemoval = () => {
    element.current?.focus();
    return load();
  };
  return { items, readAt, failed: refusal !== null, load, loadAfterRemoval, element };
}

type OwnListProps<Item> = {
  list: ReturnType<typeof useOwnList<Item>>;
  name: "sessions" | "passkeys" | "blocked";
  /** The message for an empty list. */
  none?: MessageId;
  children: (item: Item) => ReactNode;
};

/** Shows a list of the account while it loads, after a failure, and with its rows. */
export function OwnList<Item>({ list, name, none: emptyMessage, children }: OwnListProps<Item>) {
  const text = useText();
  const { items, failed, load, element } = list;
  const isLoading = items === null && !failed;
  return (
    <div ref={element} tabIndex={-1} aria-busy={isLoading}>
      {failed && <LoadFailure message={`account.${name}.failed`} retry={load} />}
      {isLoading && <Text tone="quiet">{text(`account.${name}.loading`)}</Text>}
      {items?.length === 0 && emptyMessage && <Text tone="quiet">{text(emptyMessage)}</Text>}
      {items && items.length > 0 && <ul className={css.sessions}>{items.map(children)}</ul>}
    </div>
  );
}

/** Shows that a list could not be loaded, with a button that loads it again. */
export function LoadFailure({ message, retry }: { message: MessageId; retry: () => void }) {
  const text = useText();
  return (
    <Alert tone="critical" text={text(message)}>
      <Button size="small" onClick={retry}>
        {text("account.sessions.retry")}
      </Button>
    </Alert>
  );
}
