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

/** The events that the webhook is registered for. */
export const mailEventTypes = Object.keys(meanings);

/**
 * Returns whether a bounce says that the mail can never be delivered. Full mailboxes, automatic answers and other
 * transient or undetermined bounces have other types. Resend documents a bounce without a type as permanent.
 */
const isPermanent = (bounceType: unknown) => bounceType === undefined || bounceType === "Permanent";

const isKnown = (type: string): type is keyof typeof meanings => Object.hasOwn(meanings, type);

/**
 * Body of `POST /api/hooks/mail`. `event` is null for other events, such as an opened mail or a full mailbox. `mail` is the id that the
 * mail was sent with, or null for a mail of another site. `to` has the recipients.
 */
export const mailEvent = v.pipe(
  v.looseObject({
    type: v.string(),
    data: v.optional(
      v.looseObject({
        to: v.optional(v.array(v.string()), []),
        tags: v.optional(v.record(v.string(), v.unknown()), {}),
        bounce: v.optional(v.looseObject({ type: v.optional(v.unknown()) }), {}),
      }),
      {},
    ),
  }),
  v.transform(({ type, data: { to, tags, bounce } }) => ({
    event: isKnown(type) && (type !== "email.bounced" || isPermanent(bounce.type)) ? meanings[type] : null,
    mail: v.is(v.pipe(v.string(), v.uuid()), tags.mail) ? tags.mail : null,
    to,
  })),
);
