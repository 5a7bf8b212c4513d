import { useState } from "react";
import { passkeyNameLength } from "#functions/contract/account.ts";
import type { PasskeyResponse } from "#functions/contract/answers.schema.ts";
import { countCharacters, isVisible, normalizeText } from "#functions/contract/characters.ts";
import { formatAge } from "#web/language/age.ts";
import { AuthForm, FormField, RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { useAddPasskey } from "#web/pages/sign-in/passkey/passkey-button.tsx";
import type { FieldErrors, Fields } from "#web/pages/sign-in/types.ts";
import { hasPasskeys, type Refusal } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { OwnList, useOwnList } from "./own-list.tsx";
import { ConfirmButton, Part, useDisclosure } from "./part.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Lists, adds, renames and removes the passkeys of the account, with their recovery codes. */
export function Passkeys({ onChanged }: { onChanged: () => void }) {
  const { text, toast, account } = useAuthScreen();
  const list = useOwnList(account.listPasskeys);
  const [removalRefusal, setRemovalRefusal] = useState<Refusal | null>(null);
  const { isPending, refusal, run } = useAddPasskey(() => {
    toast({ title: text("account.passkeys.added"), description: text("account.passkeys.addedDetail") });
    void list.load();
    onChanged();
  });
  const onRemoved = (newRefusal: Refusal | null) => {
    setRemovalRefusal(newRefusal);
    if (newRefusal) return;
    toast({ title: text("account.passkeys.removed") });
    void list.loadAfterRemoval();
    onChanged();
  };
  const shownRefusal = refusal ?? removalRefusal;

  return (
    <Part title={text("account.passkeys.title")} lead={text("account.passkeys.lead")}>
      <OwnList list={list} name="passkeys">
        {(passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            readAt={list.readAt}
            onRenamed={list.load}
            onRemoved={onRemoved}
          />
        )}
      </OwnList>
      {shownRefusal && <RefusalAlert refusal={shownRefusal} />}
      {hasPasskeys() ? (
        <div className={css.action}>
          <Button aria-disabled={isPending} onClick={run}>
            {text(isPending ? "auth.passkey.pending" : "account.passkeys.add")}
          </Button>
        </div>
      ) : (
        <Text tone="quiet">{text("account.passkeys.unsupported")}</Text>
      )}
      {list.items && list.items.length > 0 && <RecoveryCodes />}
    </Part>
  );
}

type PasskeyRowProps = {
  passkey: PasskeyResponse;
  /** Milliseconds since 1970. */
  readAt: number;
  onRenamed: () => void;
  onRemoved: (refusal: Refusal | null) => void;
};

function PasskeyRow({ passkey, readAt, onRenamed, onRemoved }: PasskeyRowProps) {
  const { text, account, attempt } = useAuthScreen();
  const { open, container, show, hide } = useDisclosure();
  const name = passkey.friendly_name ?? text("account.passkeys.unnamed");

  const remove = async () => {
    const answer = await attempt(() => account.removePasskey(passkey.id));
    if (answer) onRemoved(answer.refusal);
  };
  return (
    <li className={css.passkey}>
      <div ref={container}>
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
          <div className={css.passkeyHeader}>
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
              <ConfirmButton
                size="small"
                aria-label={text("account.passkeys.removeOf", { name })}
                label={text("account.passkeys.remove")}
                question={text("account.passkeys.question", { name })}
                warning={text("account.passkeys.warning")}
                onConfirm={remove}
              />
            </div>
          </div>
        )}
      </div>
    </li>
  );
}

const countNameCharacters = (name: string) => countCharacters(normalizeText(name));

/** Returns the error of a passkey's name, by the rule of the edge. */
function checkName({ name }: Pick<Fields, "name">): FieldErrors {
  if (!isVisible(name)) return { name: "auth.required.name" };
  return countNameCharacters(name) > passkeyNameLength ? { name: "auth.nameTooLong" } : {};
}

type RenameFormProps = Pick<PasskeyRowProps, "passkey" | "onRenamed"> & { onCancel: () => void };

function RenameForm({ passkey, onRenamed, onCancel }: RenameFormProps) {
  const { text, account } = useAuthScreen();
  return (
    <AuthForm
      check={checkName}
      send={({ name }) => account.renamePasskey(passkey.id, name)}
      onDone={onRenamed}
      submit={{ label: "account.passkeys.save", pending: "account.passkeys.saving" }}
      cancel={onCancel}
    >
      <FormField
        label={text("account.passkeys.name")}
        name="name"
        defaultValue={passkey.friendly_name ?? ""}
        limit={{
          maximum: passkeyNameLength,
          count: countNameCharacters,
          describe: (remaining) =>
            text(remaining < 0 ? "contact.over" : "contact.left", { count: Math.abs(remaining) }),
        }}
        autoComplete="off"
        required
      />
    </AuthForm>
  );
}

function PasskeyTimes({ passkey, readAt }: Pick<PasskeyRowProps, "passkey" | "readAt">) {
  const { text, language } = useAuthScreen();
  const toAge = (moment: string) => formatAge(moment, readAt, language);
  return (
    <p className={css.detail}>
      <time dateTime={passkey.created_at}>
        {text("account.passkeys.created", { age: toAge(passkey.created_at) })}
      </time>
      {passkey.last_used_at && (
        <>
          {" · "}
          <time dateTime={passkey.last_used_at}>
            {text("account.sessions.lastUsed", { age: toAge(passkey.last_used_at) })}
          </time>
        </>
      )}
    </p>
  );
}
