import type { Session } from "@supabase/auth-js";
import { useText } from "#web/language/use-text.ts";
import { needsPassword } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import type { FlashToast } from "#web/ui/flash.ts";
import { useToast } from "#web/ui/toast.tsx";
import { Account } from "./account/account.tsx";
import { CheckMail } from "./check-mail.tsx";
import { MailForm } from "./mail-form.tsx";
import { NewPassword } from "./new-password.tsx";
import { OpenedLink } from "./opened-link.tsx";
import { PasskeyNeeded } from "./passkey/passkey-needed.tsx";
import * as css from "./sign-in.css.ts";
import { SpentLink } from "./spent-link.tsx";
import type { Arrival } from "./use-departure.ts";
import type { View } from "./view.ts";

type ViewPartProps = {
  view: View;
  email: string;
  leaving: boolean;
  /** Notes how the visitor comes to be signed in. */
  arrive: (how: Arrival) => void;
  returnTo: string;
  show: (view: View) => void;
  /** Called when the user leaves the account for the home page, with the toast for that page. */
  onLeave: (toast: FlashToast) => void;
};

/** What a view has to do, signing in and signing up aside; the way back to them where there is one. */
export function ViewPart(props: ViewPartProps) {
  const { view, show } = props;
  const text = useText();
  const { session } = useSession();
  return (
    <>
      <Part {...props} />
      {["recover", "link", "spent_link"].includes(view.name) && !session && (
        <div className={css.toggle}>
          <Button tone="quiet" size="small" onClick={() => show({ name: "sign_in" })}>
            {text("auth.back")}
          </Button>
        </div>
      )}
    </>
  );
}

function Part({ view, email, leaving, arrive, returnTo, show, onLeave }: ViewPartProps) {
  const text = useText();
  const { session } = useSession();
  const spent = useSpent(arrive, show);
  switch (view.name) {
    case "check_mail":
      return (
        <CheckMail
          key={`${view.purpose} ${view.email}`}
          view={view}
          returnTo={returnTo}
          leaving={leaving}
          onSpent={(started) => spent(view.purpose, started)}
          show={show}
        />
      );
    case "recover":
      return (
        <MailForm
          purpose="recovery"
          email={email}
          returnTo={returnTo}
          submit={{ label: "auth.recover.submit", pending: "auth.recover.pending" }}
          show={show}
        />
      );
    case "link":
      return (
        <OpenedLink
          key={view.tokenHash}
          view={view}
          onSpent={(started) => spent(view.purpose, started)}
          show={show}
        />
      );
    case "spent_link":
      return <SpentLink view={view} email={email} returnTo={returnTo} show={show} />;
    case "half_changed":
      return (
        <Button tone="accent" onClick={() => show({ name: "account" })}>
          {text("auth.half.account")}
        </Button>
      );
    case "new_password":
      return (
        <NewPassword
          onSaved={() => {
            arrive("password_saved");
            show({ name: "sign_in" });
          }}
          show={show}
        />
      );
    case "passkey":
      return <PasskeyNeeded email={session?.user.email ?? ""} />;
    case "account":
      return session && <Account returnTo={returnTo} onLeave={onLeave} />;
    default:
      return null;
  }
}

// Where a mailed link or code leads once it is spent.
function useSpent(arrive: (how: Arrival) => void, show: (view: View) => void) {
  const text = useText();
  const toast = useToast();
  return (purpose: Extract<View, { name: "link" }>["purpose"], started: Session | null) => {
    if (purpose === "recovery") return show({ name: "new_password" });
    if (needsPassword(started?.user)) return show({ name: "new_password", first: true });
    if (purpose === "email_change" && !started) return show({ name: "half_changed" });
    if (purpose === "email_change") {
      toast({ title: text("account.email.done") });
      return show({ name: "account" });
    }
    arrive("confirmed");
    show({ name: "sign_in" });
  };
}
