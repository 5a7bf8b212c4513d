import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { callApi } from "#web/api/client.ts";

const fetchTimeoutMs = 30_000;
/** The edge marks a message as `hurried` if its stamp is younger than 3 s. One second is added for network delay. */
const hurriedMs = 4_000;
/** A stamp is renewed after one day. It expires after two. */
const maxAgeMs = 86_400_000;

let request: Promise<FormStampAnswer> | null = null;
let requestedAt = 0;
let stamp: { value: string; receivedAt: number } | null = null;
/** The time at which the form of this page was hydrated, in milliseconds since 1970. */
let openedAt = 0;

/**
 * Returns the edge's response with the stamp of this page: a signed time. A form that is sent too soon after it is a
 * bot's. Requests it again after a failure or a day.
 */
function requestStamp(): Promise<FormStampAnswer> {
  if (request && Date.now() - requestedAt < maxAgeMs) return request;
  stamp = null;
  requestedAt = Date.now();
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  const stampRequest = callApi<FormStampAnswer>("/api/contact/form-stamp", { signal });
  request = stampRequest;
  stampRequest.then(
    (answer) => {
      if (request === stampRequest) stamp = { value: answer.stamp, receivedAt: Date.now() };
    },
    () => {
      if (request === stampRequest) request = null;
    },
  );
  return stampRequest;
}

/** Notes the time at which the form is hydrated, and requests its stamp, with which the edge detects hurried bots. */
export function beginFormStamp(): void {
  openedAt ||= Date.now();
  requestStamp().catch(() => {});
}

/**
 * Returns the site's Turnstile key, which comes with the stamp, or null if the site has none.
 * @throws ApiError
 */
export async function findSiteKey(): Promise<string | null> {
  return (await requestStamp()).turnstile_site_key ?? null;
}

/** Returns the company's current day by the edge's clock, for the offered meeting days; null without an answer. */
export async function findToday(): Promise<string | null> {
  try {
    const [, claims = ""] = (await requestStamp()).stamp.split(".");
    const { opened } = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))) as { opened: number };
    return toCompanyDay(new Date(opened));
  } catch {
    return null;
  }
}

/** Returns the time at which the form of this page was hydrated, in milliseconds since 1970. */
export const getOpenedAt = (): number => openedAt || Date.now();

/**
 * Returns the stamp for a message, or null, and requests one if it is missing or a day old. A stamp that has just
 * arrived for a form opened earlier is left out, because the edge would mark the message as hurried.
 * @param formOpenedAt milliseconds since 1970
 */
export function findStamp(formOpenedAt: number): string | null {
  requestStamp().catch(() => {});
  if (!stamp) return null;
  const now = Date.now();
  const isLate = now - stamp.receivedAt < hurriedMs && now - formOpenedAt >= hurriedMs;
  return isLate ? null : stamp.value;
}

/** Replaces the stamp of a message that was sent, so that the next message has its own. */
export function renewStamp(): void {
  request = null;
  requestStamp().catch(() => {});
}
