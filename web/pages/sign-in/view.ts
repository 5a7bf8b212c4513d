import { languages } from "#cms/content/site.ts";
import { accountFragment, type MailPurpose, recoverFragment } from "#functions/contract/account.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { tryStorage } from "#web/ui/storage.ts";
import type { View } from "./types.ts";

const fragments = new Map<string, View>(
  languages.flatMap((language) => [
    [accountFragment(language), { name: "account" }],
    [recoverFragment(language), { name: "recover" }],
  ]),
);

const purposes = new Map<string | null, MailPurpose>([
  ["invite", "invite"],
  ["signup", "signup"],
  ["email", "signup"],
  ["recovery", "recovery"],
  ["email_change", "email_change"],
]);

/** Returns the view that the fragment of an address requests, or null. */
export function toView(hash: string): View | null {
  const fragment = hash.replace(/^#/, "");
  const values = new URLSearchParams(fragment);
  const tokenHash = values.get("token_hash");
  const purpose = purposes.get(values.get("type"));
  if (tokenHash && purpose) return { name: "link", purpose, tokenHash };
  return fragments.get(fragment) ?? null;
}

/**
 * Returns whether a signed-in user stays on this view. The page redirects the user from the views of sign-in and
 * sign-up, including the one that asks to check the mail after a sign-up.
 */
export function isForSignedIn(view: View): boolean {
  if (view.name === "check_mail") return view.purpose !== "signup";
  return view.name !== "sign_in" && view.name !== "sign_up";
}

const key = "auth.view";
const lifetimesMs: Partial<Record<View["name"], number>> = {
  link: 3_600_000,
  check_mail: 3_600_000,
  new_password: 900_000,
};

/**
 * Stores the shown view in this tab if a reload has to restore it, and otherwise deletes the stored view. Phones unload
 * the page while the user reads the mail, and a change of language loads another document. A stored link token is no
 * more sensitive than the stored session.
 */
export function storeView(view: View, now: number): void {
  tryStorage(() => {
    if (lifetimesMs[view.name]) sessionStorage.setItem(key, JSON.stringify({ view, storedAt: now }));
    else sessionStorage.removeItem(key);
  });
}

/** Returns the view that this tab had before a reload, or null if there was none or it has expired. */
export function recallView(now: number): View | null {
  const storedView = tryStorage(() => {
    const json = sessionStorage.getItem(key) ?? "";
    const { view, storedAt } = JSON.parse(json) as { view: View; storedAt: number };
    return Math.abs(now - storedAt) < (lifetimesMs[view.name] ?? 0) ? view : null;
  });
  return storedView ?? null;
}

/** Returns the messages of a view: its title, and the sentence below it. */
export function getViewMessages(view: View): { title: MessageId; lead: MessageId | null } {
  switch (view.name) {
    case "sign_in":
      return { title: "auth.signIn.title", lead: "auth.signIn.lead" };
    case "sign_up":
      return { title: "auth.signUp.title", lead: view.closed ? null : "auth.signUp.lead" };
    case "recover":
      return { title: "auth.recover.title", lead: "auth.recover.lead" };
    case "check_mail":
      return { title: "auth.mail.title", lead: `auth.mail.${view.purpose}` };
    case "link":
      return { title: `auth.link.${view.purpose}.title`, lead: `auth.link.${view.purpose}.lead` };
    case "spent_link":
      return { title: "auth.spent.title", lead: `auth.spent.${view.purpose}` };
    case "half_changed":
      return { title: "auth.half.title", lead: "auth.half.lead" };
    case "new_password":
      if (view.invited) return { title: "auth.newPassword.invitedTitle", lead: "auth.newPassword.invited" };
      return {
        title: "auth.newPassword.title",
        lead: view.first ? "auth.newPassword.first" : "auth.newPassword.lead",
      };
    case "passkey":
      return { title: "auth.passkey.title", lead: "auth.passkey.lead" };
    case "account":
      return { title: "account.title", lead: null };
  }
}
