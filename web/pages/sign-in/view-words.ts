import type { MessageId } from "#web/language/message-id.ts";
import type { View } from "./view.ts";

type Words = { title: string; lead: MessageId | null };

/** The title of a view and the sentence below it; one's own account is asked for before it can be shown. */
export function viewWords(view: View, text: (id: MessageId) => string, asksFirst: boolean): Words {
  if (asksFirst) return { title: text("auth.signIn.title"), lead: "auth.signIn.forAccount" };
  switch (view.name) {
    case "sign_in":
      return { title: text("auth.signIn.title"), lead: "auth.signIn.lead" };
    case "sign_up":
      return { title: text("auth.signUp.title"), lead: view.closed ? null : "auth.signUp.lead" };
    case "recover":
      return { title: text("auth.recover.title"), lead: "auth.recover.lead" };
    case "check_mail":
      return { title: text("auth.mail.title"), lead: `auth.mail.${view.purpose}` };
    case "link":
      return { title: text(`auth.link.${view.purpose}.title`), lead: `auth.link.${view.purpose}.lead` };
    case "spent_link":
      return { title: text("auth.spent.title"), lead: `auth.spent.${view.purpose}` };
    case "half_changed":
      return { title: text("auth.half.title"), lead: "auth.half.lead" };
    case "new_password":
      return {
        title: text("auth.newPassword.title"),
        lead: view.first ? "auth.newPassword.first" : "auth.newPassword.lead",
      };
    case "passkey":
      return { title: text("auth.passkey.title"), lead: "auth.passkey.lead" };
    case "account":
      return { title: text("account.title"), lead: null };
  }
}
