import { isAuthApiError, type Session } from "@supabase/auth-js";
import { useSession } from "#web/session/session.tsx";
import { AuthForm } from "./auth-form.tsx";
import type { View } from "./view.ts";

type OpenedLinkProps = {
  view: Extract<View, { name: "link" }>;
  onSpent: (session: Session | null) => void;
  show: (view: View) => void;
};

/** A mailed link that was opened: it is spent by the button, because mail scanners open links too. */
export function OpenedLink({ view, onSpent, show }: OpenedLinkProps) {
  const { account } = useSession();
  return (
    <AuthForm
      fields={[]}
      check={() => ({})}
      send={async () => {
        const answer = await account.spendLink(view.purpose, view.tokenHash);
        if (!answer.refusal) onSpent(answer.value.session);
        else if (isAuthApiError(answer.refusal.error) && answer.refusal.error.code === "otp_expired") {
          show({ name: "spent_link", purpose: view.purpose });
        }
        return answer;
      }}
      submit={{ label: `auth.link.${view.purpose}.submit`, pending: "auth.link.pending" }}
    />
  );
}
