import { languages } from "#cms/content/site.ts";
import { accountFragment, type MailPurpose, recoverFragment } from "#functions/contract/account.ts";
import { tryStorage } from "#web/ui/storage.ts";

/** The purpose of a mailed link. An invitation of an administrator is spent as a recovery link. */
type LinkPurpose = MailPurpose | "invite";

/** What the sign-in page shows. Times are milliseconds since 1970, by the browser's clock. */
export type View =
  | { name: "sign_in" }
  /** `closed` once it is known that no new accounts are created. */
  | { name: "sign_up"; closed?: boolean }
  | { name: "recover" }
  | { name: "check_mail"; purpose: "signup" | "recovery"; email: string; sentAt: number }
  | { name: "link"; purpose: LinkPurpose; tokenHash: string }
  | { name: "spent_link"; purpose: LinkPurpose }
  | { name: "half_changed" }
  /** `first` is for an address that someone else signed up with, too: none of those passwords counts. */
  | { name: "new_password"; first?: boolean }
  | { name: "account" }
  /** An administrator on the way to the inbox, who has to show a passkey first. */
  | { name: "passkey" };

const fragments = new Map<string, View>(
  languages.flatMap((language) => [
    [accountFragment(language), { name: "account" }],
    [recoverFragment(language), { name: "recover" }],
  ]),
);

const purposes = new Map<string | null, LinkPurpose>([
  ["invite", "invite"],
  ["signup", "signup"],
  ["email", "signup"],
  ["recovery", "recovery"],
  ["email_change", "email_change"],
]);

/** The view that an address's fragment asks for; null when it asks for none. */
export function toView(hash: string): View | null {
  const fragment = hash.replace(/^#/, "");
  const values = new URLSearchParams(fragment);
  const tokenHash = values.get("token_hash");
  const purpose = purposes.get(values.get("type"));
  if (tokenHash && purpose) return { name: "link", purpose, tokenHash };
  return fragments.get(fragment) ?? null;
}

/** Whether a signed-in user stays on this view instead of being sent on. */
export function isForSignedIn(view: View): boolean {
  if (view.name === "check_mail") return view.purpose !== "signup";
  return view.name !== "sign_in" && view.name !== "sign_up";
}

const key = "auth.view";
const lifetimes: Partial<Record<View["name"], number>> = {
  link: 3_600_000,
  check_mail: 3_600_000,
  new_password: 900_000,
};

/**
 * Keeps the view in this tab, where going on depends on it: a phone throws a page away while its owner reads
 * the mail, and a change of language loads another document. The token of a link is kept there until it is
 * spent or refused, no longer than an hour; it is worth no more than the session beside it.
 */
export function keepView(view: View, now: number): void {
  tryStorage(() => {
    if (lifetimes[view.name]) sessionStorage.setItem(key, JSON.stringify({ view, keptAt: now }));
    else sessionStorage.removeItem(key);
  });
}

/** The view that this tab had before its page was loaded again; null when there was none or it is too old. */
export function keptView(now: number): View | null {
  const kept = tryStorage(() => {
    const { view, keptAt } = JSON.parse(sessionStorage.getItem(key) ?? "") as { view: View; keptAt: number };
    return Math.abs(now - keptAt) < (lifetimes[view.name] ?? 0) ? view : null;
  });
  return kept ?? null;
}
