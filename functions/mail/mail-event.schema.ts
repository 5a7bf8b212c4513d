import * as v from "valibot";

/**
 * Resend's events about the outcome of a mail, and that outcome. A mail that the provider could not or did not send
 * counts as bounced.
 */
const meanings = {
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.failed": "bounced",
  "email.suppressed": "bounced",
  "email.complained": "complained",
} as const;

const receivedType = "email.received";

/** The events that the webhook is registered for. */
export const mailEventTypes = [...Object.keys(meanings), receivedType];

/**
 * Returns whether a bounce says that the mail can never be delivered. Full mailboxes, automatic answers and other
 * transient or undetermined bounces have other types. Resend documents a bounce without a type as permanent.
 */
const isPermanent = (bounceType: unknown) => bounceType === undefined || bounceType === "Permanent";

const isKnown = (type: string): type is keyof typeof meanings => Object.hasOwn(meanings, type);

/**
 * Body of `POST /api/hooks/mail`. `receivedId` is the provider's id of a received mail, null for other events. `event` is
 * null for other events, such as an opened mail or a full mailbox. `mail` is the id that the mail was sent with, or null
 * for a mail of another site. `to` has the recipients.
 */
export const mailEvent = v.pipe(
  v.looseObject({
    type: v.string(),
    data: v.optional(
      v.looseObject({
        email_id: v.optional(v.string()),
        to: v.optional(v.array(v.string()), []),
        tags: v.optional(v.record(v.string(), v.unknown()), {}),
        bounce: v.optional(v.looseObject({ type: v.optional(v.unknown()) }), {}),
      }),
      {},
    ),
  }),
  v.transform(({ type, data: { email_id: providerId, to, tags, bounce } }) => ({
    receivedId: type === receivedType ? (providerId ?? null) : null,
    event: isKnown(type) && (type !== "email.bounced" || isPermanent(bounce.type)) ? meanings[type] : null,
    mail: v.is(v.pipe(v.string(), v.uuid()), tags.mail) ? tags.mail : null,
    to,
  })),
);
