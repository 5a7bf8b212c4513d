import { useEmailSuggestion } from "#web/language/use-email-suggestion.ts";
import { useText } from "#web/language/use-text.ts";
import { FormField } from "./auth-form.tsx";

type EmailFieldProps = {
  label?: string;
  autoComplete: "username" | "username webauthn" | "email" | "off";
  defaultValue?: string;
};

/** Shows the field for the address of an account, with a suggestion if the domain looks misspelled. */
export function EmailField({ label, ...rest }: EmailFieldProps) {
  const text = useText();
  const suggestion = useEmailSuggestion();
  return (
    <FormField
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
