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

/** Requests a stamp unless this page has one, or a request for one is under way. */
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

/** Requests the stamp of a form that was hydrated. */
export function openForm(): void {
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

/** Returns today's date in the company's time zone, by the clock of the edge, or null while it is unknown. */
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
 * Returns the stamp for a message, or null. A stamp that has just arrived for a form opened earlier would mark the
 * message as hurried, so it is left out.
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
