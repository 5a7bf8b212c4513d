import { useState } from "react";
import { type PasskeyResponse, passkeyNameLength } from "#functions/contract/account.ts";
import { countCharacters, isVisible, normalizeText } from "#functions/contract/characters.ts";
import { formatAge } from "#web/language/age.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import type { FieldErrors, Fields } from "#web/pages/sign-in/credentials.ts";
import type { Attempt } from "#web/pages/sign-in/passkey/use-proof.tsx";
import type { Refusal } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import * as css from "./account.css.ts";
import { useDisclosure } from "./use-disclosure.ts";

type PasskeyRowProps = {
  passkey: PasskeyResponse;
  /** Milliseconds since 1970. */
  readAt: number;
  attempt: Attempt;
  onRenamed: () => void;
  onRemoved: (refusal: Refusal | null) => void;
};

/** One passkey: what it is called, when it was used, and how to name or remove it. */
export function PasskeyRow({ passkey, readAt, attempt, onRenamed, onRemoved }: PasskeyRowProps) {
  const text = useText();
  const { account } = useSession();
  const { open, place, show, hide } = useDisclosure();
  const [asking, setAsking] = useState(false);
  const name = passkey.friendly_name ?? text("account.passkeys.unnamed");

  const remove = async () => {
    setAsking(false);
    const answer = await attempt(() => account.removePasskey(passkey.id));
    if (answer) onRemoved(answer.refusal);
  };
  return (
    <li className={css.passkey}>
      <div ref={place}>
        {open ? (
          <RenameForm
            passkey={passkey}
            onCancel={hide}
            onRenamed={() => {
              hide();
              onRenamed();
            }}
          />
        ) : (
          <div className={css.named}>
            <div>
              <p className={css.device} dir="auto">
                {name}
              </p>
              <PasskeyTimes passkey={passkey} readAt={readAt} />
            </div>
            <div className={css.rowActions}>
              <Button size="small" aria-label={text("account.passkeys.renameOf", { name })} onClick={show}>
                {text("account.passkeys.rename")}
              </Button>
              <Button
                size="small"
                aria-label={text("account.passkeys.removeOf", { name })}
                onClick={() => setAsking(true)}
              >
                {text("account.passkeys.remove")}
              </Button>
            </div>
          </div>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={text("account.passkeys.question", { name })}
          description={text("account.passkeys.warning")}
          confirmLabel={text("account.passkeys.remove")}
          cancelLabel={text("account.cancel")}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}

type RenameFormProps = Pick<PasskeyRowProps, "passkey" | "onRenamed"> & { onCancel: () => void };

const countWritten = (name: string) => countCharacters(normalizeText(name));

/** What is wrong with the name of a passkey, by the rule of the edge. */
function checkName({ name }: Pick<Fields, "name">): FieldErrors {
  if (!isVisible(name)) return { name: "auth.required.name" };
  return countWritten(name) > passkeyNameLength ? { name: "auth.nameTooLong" } : {};
}

function RenameForm({ passkey, onRenamed, onCancel }: RenameFormProps) {
  const text = useText();
  const { account } = useSession();
  return (
    <AuthForm
      fields={["name"]}
      check={checkName}
      send={async ({ name }) => {
        const answer = await account.renamePasskey(passkey.id, name);
        if (answer.refusal) return answer;
        onRenamed();
        return answer;
      }}
      submit={{ label: "account.passkeys.save", pending: "account.passkeys.saving" }}
      cancel={onCancel}
    >
      {(error) => (
        <TextField
          label={text("account.passkeys.name")}
          name="name"
          defaultValue={passkey.friendly_name ?? ""}
          limit={{
            maximum: passkeyNameLength,
            count: countWritten,
            describe: (remaining) =>
              text(remaining < 0 ? "contact.over" : "contact.left", { count: Math.abs(remaining) }),
          }}
          autoComplete="off"
          required
          error={error("name")}
        />
      )}
    </AuthForm>
  );
}

function PasskeyTimes({ passkey, readAt }: Pick<PasskeyRowProps, "passkey" | "readAt">) {
  const text = useText();
  const language = useLanguage();
  const age = (moment: string) => formatAge(moment, readAt, language);
  return (
    <p className={css.detail}>
      <time dateTime={passkey.created_at}>
        {text("account.passkeys.created", { age: age(passkey.created_at) })}
      </time>
      {passkey.last_used_at && (
        <>
          {" · "}
          <time dateTime={passkey.last_used_at}>
            {text("account.sessions.lastUsed", { age: age(passkey.last_used_at) })}
          </time>
        </>
      )}
    </p>
  );
}
