import { useRef, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { useAddPasskey } from "#web/pages/sign-in/passkey/use-add-passkey.ts";
import type { Attempt } from "#web/pages/sign-in/passkey/use-proof.tsx";
import { RefusalAlert } from "#web/pages/sign-in/refusal-alert.tsx";
import type { Refusal } from "#web/session/account-actions.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { Part } from "./part.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useOwnList } from "./use-own-list.ts";

/** The keys that one can sign in with instead of a password, and the codes that stand in for them. */
export function Passkeys({ attempt, onChanged }: { attempt: Attempt; onChanged: () => void }) {
  const text = useText();
  const toast = useToast();
  const { account } = useSession();
  const { items: passkeys, readAt, failed, load } = useOwnList(account.listPasskeys);
  const list = useRef<HTMLDivElement>(null);
  const [removal, setRemoval] = useState<Refusal | null>(null);
  const { adding, refusal, add } = useAddPasskey(attempt, () => {
    toast({ title: text("account.passkeys.added"), description: text("account.passkeys.addedDetail") });
    load();
    onChanged();
  });
  const removed = (refused: Refusal | null) => {
    setRemoval(refused);
    if (refused) return;
    toast({ title: text("account.passkeys.removed") });
    // What was pressed is gone: the focus stays where the list is.
    list.current?.focus();
    load();
    onChanged();
  };
  const shown = refusal ?? removal;

  return (
    <Part title={text("account.passkeys.title")} lead={text("account.passkeys.lead")}>
      <div ref={list} tabIndex={-1} aria-busy={passkeys === null && !failed}>
        {failed && (
          <Alert tone="critical">
            <p>{text("account.passkeys.failed")}</p>
            <Button size="small" onClick={load}>
              {text("account.sessions.retry")}
            </Button>
          </Alert>
        )}
        {passkeys === null && !failed && <Text tone="quiet">{text("account.passkeys.loading")}</Text>}
        {passkeys && passkeys.length > 0 && (
          <ul className={css.sessions}>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                readAt={readAt}
                attempt={attempt}
                onRenamed={load}
                onRemoved={removed}
              />
            ))}
          </ul>
        )}
      </div>
      {shown && <RefusalAlert refusal={shown} />}
      {hasPasskeys() ? (
        <div className={css.action}>
          <Button aria-disabled={adding} onClick={add}>
            {text(adding ? "auth.passkey.pending" : "account.passkeys.add")}
          </Button>
        </div>
      ) : (
        <Text tone="quiet">{text("account.passkeys.unsupported")}</Text>
      )}
      {passkeys && passkeys.length > 0 && <RecoveryCodes attempt={attempt} />}
    </Part>
  );
}
