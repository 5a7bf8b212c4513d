import { useEmailSuggestion } from "#web/language/use-email-suggestion.ts";
import { useText } from "#web/language/use-text.ts";
import { TextField } from "#web/ui/field.tsx";

type EmailFieldProps = {
  label?: string;
  autoComplete: "username" | "username webauthn" | "email" | "off";
  defaultValue?: string;
  error: string | undefined;
};

/** Shows the field for the address of an account. */
export function EmailField({ label, ...rest }: EmailFieldProps) {
  const text = useText();
  const suggestion = useEmailSuggestion();
  return (
    <TextField
      label={label ?? text("auth.email")}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      suggestion={suggestion}
      {...rest}
    />
  );
}
