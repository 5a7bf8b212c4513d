import { useText } from "#web/language/use-text.ts";
import type { FieldName } from "./credentials.ts";
import { PasswordField } from "./password-field.tsx";

type NewPasswordFieldsProps = {
  label: string;
  /** The address of the account: a password made of it is weak. */
  email: string;
  error: (name: FieldName) => string | undefined;
};

/** A password that is being chosen, and its repetition. */
export function NewPasswordFields({ label, email, error }: NewPasswordFieldsProps) {
  const text = useText();
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={text("auth.passwordHint")}
        error={error("password")}
        strengthFor={email}
      />
      <PasswordField
        label={text("auth.confirmation")}
        name="confirmation"
        autoComplete="new-password"
        error={error("confirmation")}
      />
    </>
  );
}

/** Tells password managers whose password is being changed. */
export function UserNameForManagers({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
