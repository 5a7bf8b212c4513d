import { useEffect, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Text } from "#web/ui/text.tsx";
import * as css from "./alerts.css.ts";

const key = "inbox.passkey-advice";
// Who does not want one now is asked again after a month.
const silence = 30 * 24 * 3_600_000;

/** Asks an administrator without a passkey to add one; who declines is left alone for a while. */
export function PasskeyAdvice() {
  const text = useText();
  const language = useLanguage();
  const { account } = useSession();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const declined = Number(tryStorage(() => localStorage.getItem(key)) ?? 0);
    if (!hasPasskeys() || Date.now() - declined < silence) return;
    let gone = false;
    account.listPasskeys().then((answer) => {
      if (!gone && !answer.refusal) setWanted(answer.value.length === 0);
    });
    return () => {
      gone = true;
    };
  }, [account]);

  if (!wanted) return null;
  const decline = () => {
    setWanted(false);
    tryStorage(() => localStorage.setItem(key, String(Date.now())));
  };
  return (
    <div className={css.advice}>
      <Text size="small">{text("inbox.passkey.advice")}</Text>
      <div className={css.choices}>
        <LinkButton tone="quiet" size="small" href={accountAddress(language)}>
          {text("inbox.passkey.add")}
        </LinkButton>
        <Button tone="quiet" size="small" onClick={decline}>
          {text("inbox.passkey.later")}
        </Button>
      </div>
    </div>
  );
}
