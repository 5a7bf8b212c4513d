/**
 * Reasons to call a message spam. `points` weigh a single doubt; `weighDoubts` combines them. `about` names the subject
 * of the doubt, if it is the text of the message or its arrival.
 */
const doubts = {
  /** The honeypot field is filled in. */
  trap: { points: 2, about: "arrival" },
  /** An administrator has blocked the sender. */
  blocked: { points: 3, about: null },
  /** The message is a mail to a reply address that belongs to no conversation. */
  mail_without_conversation: { points: 3, about: null },
  /** More messages came from one network or one form than visitors send. */
  flood: { points: 3, about: null },
  /** The same text with a link came several times. */
  repeated: { points: 2, about: null },
  /** The text has `count` links. */
  links: { points: 2, about: "text" },
  /** A name contains a link. */
  link_in_name: { points: 2, about: "text" },
  /** The text has markup of web pages or forums. `count` is 0 if it has no link. */
  markup: { points: 2, about: "text" },
  /**
   * The text has `count` phrases that are common in spam and rare in messages of customers. `count` is absent for one
   * phrase.
   */
  phrases: { points: 2, about: "text" },
  /** Most letters are of another script than the site's languages. */
  foreign_script: { points: 1, about: "text" },
  /** The message came `count` seconds after the form was opened. */
  hurried: { points: 1, about: "arrival" },
  /** A browser without JavaScript sent the form. */
  without_script: { points: 1, about: "arrival" },
  /** The site uses Turnstile, and the message has no token. Browsers that block third-party scripts send none. */
  turnstile_missing: { points: 1, about: "arrival" },
  /** The Turnstile token is forged or expired, or belongs to another message or site. */
  turnstile_refused: { points: 2, about: "arrival" },
} as const;
export type DoubtCode = keyof typeof doubts;

export const doubtCodes = Object.keys(doubts) as DoubtCode[];

/** A doubt. `count` is a number of links, phrases, messages, or seconds since the form was opened. */
export type Doubt = { code: DoubtCode; count?: number };

/** Points from which `take_message` stores a message as spam. A message with fewer points stays in the inbox. */
export const spamWeight = 3;

/** Returns the points of a single doubt. */
export const getPoints = (code: DoubtCode): number => doubts[code].points;

/**
 * Returns the points of a message's doubts; with three it is spam. Doubts about the arrival alone never make it spam.
 * Together they count as one point beside other doubts, or as two with a filled honeypot. Without the honeypot, they
 * add nothing to a single doubt about the text, except to links from a client that runs JavaScript. A single phrase of
 * the list, or markup without a link, counts as one point.
 */
export function weighDoubts(messageDoubts: readonly Doubt[]): number {
  const arrival = messageDoubts.filter(({ code }) => doubts[code].about === "arrival");
  const otherDoubts = messageDoubts.filter(({ code }) => doubts[code].about !== "arrival");
  const points = otherDoubts.reduce((sum, doubt) => sum + (isSlight(doubt) ? 1 : getPoints(doubt.code)), 0);
  const hasArrivalDoubt = (searchedCode: DoubtCode) => arrival.some(({ code }) => code === searchedCode);
  if (hasArrivalDoubt("trap")) return points + getPoints("trap");
  const isExcused =
    isSingleTextDoubt(otherDoubts) && (otherDoubts[0]?.code !== "links" || hasArrivalDoubt("without_script"));
  return points > 0 && arrival.length > 0 && !isExcused ? points + 1 : points;
}

/** Returns whether a doubt counts as one point: one phrase (no `count`), or markup without a link (`count` 0). */
const isSlight = ({ code, count }: Doubt) =>
  (code === "phrases" && (count ?? 1) === 1) || (code === "markup" && count === 0);

/**
 * Returns whether a message has one doubt, which is about its text. `weighDoubts` may then ignore doubts about the
 * arrival, which the list does not contain. Three spam phrases count as several doubts. A shop, such as a pharmacy, may
 * have two in its own description.
 */
const isSingleTextDoubt = ([first, ...rest]: Doubt[]) =>
  first !== undefined &&
  rest.length === 0 &&
  doubts[first.code].about === "text" &&
  !(first.code === "phrases" && (first.count ?? 1) > 2);
