import type { MailHeader } from "./authentication-results.ts";

/** Kinds of automatic mail: a report of a mail that did not arrive, or any other mail that no human wrote. */
export type AutomaticKind = "bounce" | "automatic";

// Programs for customer care add `List-Unsubscribe` and `X-Auto-Response-Suppress` to mails of humans, too.
const listHeaders = ["list-id", "list-post"];
const responderHeaders = ["x-autoreply", "x-autorespond", "x-mail-autoreply"];
const daemonNames = /^(?:mailer-daemon|no-?reply|do-?not-?reply|bounces?)(?:[+-].*)?$/;

type MailFacts = {
  headers: readonly MailHeader[];
  /** The From address, in lower case. */
  from: string;
  contentType: string;
  /** The method of its calendar part, such as `REPLY`. */
  calendarMethod: string | undefined;
};

/**
 * Returns why a mail needs no answer: it is a report (RFC 3464), or automatic (RFC 3834), from a list, or a reply of a
 * calendar (RFC 5546). Returns null for a mail that a human wrote.
 */
export function findAutomaticKind({
  headers,
  from,
  contentType,
  calendarMethod,
}: MailFacts): AutomaticKind | null {
  const find = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const type = contentType.toLowerCase();
  if (type.startsWith("multipart/report") && type.includes("delivery-status")) return "bounce";
  const [localPart = ""] = from.split("@", 1);
  const autoSubmitted = find("auto-submitted");
  const isAutomatic =
    type.startsWith("multipart/report") ||
    calendarMethod === "REPLY" ||
    (autoSubmitted !== undefined && !/^no\b/.test(autoSubmitted)) ||
    /^(?:bulk|junk|list|auto_reply)\b/.test(find("precedence") ?? "") ||
    [...listHeaders, ...responderHeaders].some((name) => find(name) !== undefined) ||
    // Reports have no return path (RFC 5321 §4.5.5).
    find("return-path") === "<>" ||
    daemonNames.test(localPart);
  return isAutomatic ? "automatic" : null;
}
