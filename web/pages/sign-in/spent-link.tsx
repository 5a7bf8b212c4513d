import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { MailForm } from "./mail-form.tsx";
import type { View } from "./view.ts";

type SpentLinkProps = {
  view: Extract<View, { name: "spent_link" }>;
  email: string;
  returnTo: string;
  show: (view: View) => void;
};

/** A link that cannot be spent any more, and how to get another. */
export function SpentLink({ view, email, returnTo, show }: SpentLinkProps) {
  const text = useText();
  if (view.purpose === "email_change") {
    return (
      <Button tone="accent" onClick={() => show({ name: "account" })}>
        {text("auth.spent.account")}
      </Button>
    );
  }
  if (view.purpose === "invite") return null;
  return (
    <MailForm
      purpose={view.purpose}
      email={email}
      returnTo={returnTo}
      submit={{ label: "auth.spent.submit", pending: "auth.recover.pending" }}
      show={show}
    />
  );
}
