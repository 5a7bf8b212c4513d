import * as v from "valibot";

/**
 * Resend's events about the outcome of a mail, and that outcome. A mail that the provider could not send counts as
 * bounced.
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

const isKnown = (type: string): type is keyof typeof meanings => Object.hasOwn(meanings, type);

/**
 * Body of `POST /api/hooks/mail`. `event` is null for other events, such as an opened mail. `mail` is the id that the
 * mail was sent with, or null for a mail of another site. `to` has the recipients.
 */
export const mailEvent = v.pipe(
  v.looseObject({
    type: v.string(),
    data: v.optional(
      v.looseObject({
        to: v.optional(v.array(v.string()), []),
        tags: v.optional(v.record(v.string(), v.unknown()), {}),
      }),
      {},
    ),
  }),
  v.transform(({ type, data: { to, tags } }) => ({
    event: isKnown(type) ? meanings[type] : null,
    mail: v.is(v.pipe(v.string(), v.uuid()), tags.mail) ? tags.mail : null,
    to,
  })),
);
