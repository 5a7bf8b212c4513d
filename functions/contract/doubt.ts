/**
 * Reasons to call a message spam. `count` is a number of links, words, messages, or seconds since the form was opened.
 */
export const doubtCodes = [
  /** The honeypot field is filled in. */
  "trap",
  /** An administrator has blocked the sender. */
  "blocked",
  /** More messages came from one network or one form than visitors send. */
  "flood",
  /** The same text with a link came several times. */
  "repeated",
  /** The text has `count` links. */
  "links",
  /** A name contains a link. */
  "link_in_name",
  /** The text has markup of web pages or forums. `count` is 0 if it has no link. */
  "markup",
  /** The text has `count` phrases that are common in spam and rare in messages of customers. */
  "phrases",
  /** Most letters are of another script than the site's languages. */
  "foreign_script",
  /** The message came `count` seconds after the form was opened. */
  "hurried",
  /** A browser without JavaScript sent the form. */
  "without_script",
  /** The site uses Turnstile, and the message has no token. Browsers that block third-party scripts send none. */
  "turnstile_missing",
  /** The Turnstile token is forged or expired, or belongs to another message or site. */
  "turnstile_refused",
] as const;
export type DoubtCode = (typeof doubtCodes)[number];

export type Doubt = { code: DoubtCode; count?: number };

/** Points from which `take_message` stores a message as spam. A message with fewer points stays in the inbox. */
export const spamWeight = 3;

/** Points of a single doubt. `weighDoubts` combines them. */
export const doubtWeights: Record<DoubtCode, number> = {
  trap: 2,
  blocked: 3,
  flood: 3,
  repeated: 2,
  links: 2,
  link_in_name: 2,
  markup: 2,
  phrases: 2,
  foreign_script: 1,
  hurried: 1,
  without_script: 1,
  turnstile_missing: 1,
  turnstile_refused: 2,
};

// Doubts about the text of a message.
const contentDoubts: readonly DoubtCode[] = ["links", "link_in_name", "markup", "phrases", "foreign_script"];

// Doubts about the arrival of a message, not about its text.
const arrivalDoubts: readonly DoubtCode[] = [
  "trap",
  "hurried",
  "without_script",
  "turnstile_missing",
  "turnstile_refused",
];

/**
 * Returns the points of a message's doubts. Doubts about the arrival alone never make it spam. Together they count as
 * one point beside other doubts, or as two with a filled honeypot. They add nothing to a single doubt about the text,
 * with one exception: many links from a client that runs JavaScript. A single phrase of the list, or markup without a
 * link, counts as one point.
 */
export function weighDoubts(doubts: readonly Doubt[]): number {
  const arrival = doubts.filter(({ code }) => arrivalDoubts.includes(code));
  const otherDoubts = doubts.filter(({ code }) => !arrivalDoubts.includes(code));
  const points = otherDoubts.reduce(
    (sum, doubt) => sum + (isSlight(doubt) ? 1 : doubtWeights[doubt.code]),
    0,
  );
  const hasArrivalDoubt = (searchedCode: DoubtCode) => arrival.some(({ code }) => code === searchedCode);
  if (hasArrivalDoubt("trap")) return points + doubtWeights.trap;
  const isExcused =
    isSingle(otherDoubts) && (otherDoubts[0]?.code !== "links" || hasArrivalDoubt("without_script"));
  return points > 0 && arrival.length > 0 && !isExcused ? points + 1 : points;
}

const isSlight = ({ code, count }: Doubt) =>
  (code === "phrases" && (count ?? 1) === 1) || (code === "markup" && count === 0);

/** Returns whether the doubts are a single one about the text. Several phrases of the list count as more than one. */
const isSingle = ([first, ...rest]: Doubt[]) =>
  first !== undefined &&
  rest.length === 0 &&
  contentDoubts.includes(first.code) &&
  !(first.code === "phrases" && (first.count ?? 1) > 1);

/** Name of the form's honeypot field, which is hidden. No browser and no password manager fills in this name. */
export const trapField = "topic_note";

/** Former name of that field. Pages that were opened before a deployment still send it. */
export const formerTrapField = "website";
