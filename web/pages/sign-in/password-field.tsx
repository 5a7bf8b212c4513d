import { type KeyboardEvent, useId, useState } from "react";
import { passwordLength } from "#functions/contract/account.ts";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import * as field from "#web/ui/field.css.ts";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./password-field.css.ts";
import { StrengthHint } from "./strength-hint.tsx";

type PasswordFieldProps = {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  hint?: string | undefined;
  error?: string | undefined;
  /** Shows how hard the password looks to guess, for an account of this address. */
  strengthFor?: string | undefined;
};

// Tells password generators what is taken: https://developer.apple.com/password-rules/
const generated = {
  passwordrules: `minlength: ${passwordLength.minimum}; maxlength: ${passwordLength.maximum};`,
};

/** A password that its writer can look at, and that says when Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, name, autoComplete, hint, error, strengthFor } = props;
  const text = useText();
  const id = useId();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [typed, setTyped] = useState("");

  const watchCapsLock = (event: KeyboardEvent) => {
    // A password filled in by the browser comes as a key event without modifiers.
    setCapsLock(event.nativeEvent.getModifierState?.("CapsLock") ?? false);
  };
  const describedBy = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ");

  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        <span>{label}</span>
        <span className={field.mark}> *</span>
      </label>
      <div className={css.box}>
        <input
          id={id}
          className={`${field.control} ${css.input}`}
          type={shown ? "text" : "password"}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...(autoComplete === "new-password" && generated)}
          onInput={(event) => strengthFor !== undefined && setTyped(event.currentTarget.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <span className={css.toggle}>
          <Button tone="quiet" size="small" aria-controls={id} onClick={() => setShown(!shown)}>
            <span aria-hidden="true">{text(shown ? "auth.hide" : "auth.show")}</span>
            <VisuallyHidden>{text(shown ? "auth.hidePassword" : "auth.showPassword")}</VisuallyHidden>
          </Button>
        </span>
      </div>
      {hint && (
        <p className={css.hint} id={`${id}hint`}>
          {hint}
        </p>
      )}
      {strengthFor !== undefined && <StrengthHint password={typed} email={strengthFor} />}
      <div aria-live="polite">
        {capsLock && (
          <p className={css.capsLock}>
            <Icon name="alert" />
            <span>{text("auth.capsLock")}</span>
          </p>
        )}
      </div>
      {error && (
        <p className={field.error} id={`${id}error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
