import { type KeyboardEvent, useEffect, useState } from "react";
import { passwordLength } from "#functions/contract/account.ts";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { control } from "#web/ui/field.css.ts";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { useFieldError } from "./auth-form.tsx";
import * as css from "./password-fields.css.ts";
import { toStrength } from "./strength.ts";
import type { FieldName } from "./types.ts";

type PasswordFieldProps = {
  label: string;
  name: FieldName;
  autoComplete: "current-password" | "new-password";
  hint?: string;
  /** The address of the account. With it, the field shows how hard the password is to guess. */
  strengthFor?: string;
};

// Tells password generators the rules: https://developer.apple.com/password-rules/
const generatorRules = {
  passwordrules: `minlength: ${passwordLength.minimum}; maxlength: ${passwordLength.maximum};`,
};

/** Shows a password field that the user can reveal, with a warning while Caps Lock is on. */
export function PasswordField({ label, name, autoComplete, hint, strengthFor }: PasswordFieldProps) {
  const text = useText();
  const error = useFieldError(name);
  const [isRevealed, setRevealed] = useState(false);
  const [password, setPassword] = useState("");
  const { hasCapsLock, capsLockListeners } = useCapsLock();

  return (
    <Field label={label} marked error={error}>
      {({ id, "aria-describedby": errorId, ...wiring }) => (
        <>
          <div className={css.box}>
            <input
              id={id}
              className={`${control} ${css.input}`}
              type={isRevealed ? "text" : "password"}
              name={name}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              required
              {...(autoComplete === "new-password" && generatorRules)}
              onInput={(event) => strengthFor !== undefined && setPassword(event.currentTarget.value)}
              aria-describedby={[hint && `${id}hint`, errorId].filter(Boolean).join(" ") || undefined}
              {...wiring}
              {...capsLockListeners}
            />
            <span className={css.toggle}>
              <Button tone="quiet" size="small" aria-controls={id} onClick={() => setRevealed(!isRevealed)}>
                <span aria-hidden="true">{text(isRevealed ? "auth.hide" : "auth.show")}</span>
                <VisuallyHidden>
                  {text(isRevealed ? "auth.hidePassword" : "auth.showPassword")}
                </VisuallyHidden>
              </Button>
            </span>
          </div>
          {hint && (
            <p className={css.hint} id={`${id}hint`}>
              {hint}
            </p>
          )}
          {strengthFor !== undefined && <StrengthHint password={password} email={strengthFor} />}
          <div aria-live="polite">
            {hasCapsLock && (
              <p className={css.capsLock}>
                <Icon name="alert" />
                <span>{text("auth.capsLock")}</span>
              </p>
            )}
          </div>
        </>
      )}
    </Field>
  );
}

function useCapsLock() {
  const [hasCapsLock, setCapsLock] = useState(false);
  const update = (event: KeyboardEvent) => {
    // A password that the browser fills in comes as a key event without modifiers.
    setCapsLock(event.nativeEvent.getModifierState?.("CapsLock") ?? false);
  };
  const capsLockListeners = { onKeyDown: update, onKeyUp: update, onBlur: () => setCapsLock(false) };
  return { hasCapsLock, capsLockListeners };
}

/** Shows how hard a password is to guess. Screen readers announce it once the user pauses. */
function StrengthHint({ password, email }: { password: string; email: string }) {
  const text = useText();
  const strength = toStrength(password, [email, ...email.split(/[@._+-]/)]);
  const [announcement, setAnnouncement] = useState("");
  const strengthText = password ? text(`auth.strength.${strength}`) : "";
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(strengthText), 1000);
    return () => clearTimeout(timer);
  }, [strengthText]);

  return (
    <>
      {password && (
        <p className={css.strength} aria-hidden="true">
          <span className={css.strengthBar[strength]} />
          <span>{strengthText}</span>
        </p>
      )}
      <span aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </>
  );
}

/** Shows the field for the current password, which authorizes a change of the account. */
export function CurrentPasswordField() {
  const text = useText();
  return (
    <PasswordField label={text("account.password.current")} name="current" autoComplete="current-password" />
  );
}

type NewPasswordFieldsProps = {
  label: string;
  /** The address of the account. A password made of it is weak. */
  email: string;
};

/** Shows the fields for a new password and its repetition. */
export function NewPasswordFields({ label, email }: NewPasswordFieldsProps) {
  const text = useText();
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={text("auth.passwordHint")}
        strengthFor={email}
      />
      <PasswordField label={text("auth.confirmation")} name="confirmation" autoComplete="new-password" />
    </>
  );
}

/** Tells password managers to which account the passwords of a form belong. */
export function UserNameForManagers({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
