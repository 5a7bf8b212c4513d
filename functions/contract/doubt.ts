/** Why a message may be spam. What has a number says it in `count`: links, words, seconds since the form was opened, messages. */
export const doubtCodes = [
  /** A field that only programs see was filled in. */
  "trap",
  /** An administrator has blocked its sender. */
  "blocked",
  /** More messages came from its network, or from its form, than visitors send. */
  "flood",
  /** The same text, with a link in it, came several times. */
  "repeated",
  /** So many links. */
  "links",
  /** A link in a name. */
  "link_in_name",
  /** Code of web pages or forums. Its `count` is 0 if there is no link beside it. */
  "markup",
  /** So many words that are common in spam and rare in messages of customers. */
  "phrases",
  /** Most of it is in another script than the site's languages. */
  "foreign_script",
  /** Sent so many seconds after the form was opened. */
  "hurried",
  /** Sent by a browser without JavaScript. */
  "without_script",
  /** Where the site has Turnstile: it came without a token, as from a browser that keeps foreign scripts out. */
  "turnstile_missing",
  /** Its token is forged, another message's, too old or another site's. */
  "turnstile_refused",
] as const;
export type DoubtCode = (typeof doubtCodes)[number];

export type Doubt = { code: DoubtCode; count?: number };

/** So many points of doubt make a message spam, as `take_message` has it; with fewer it is in the inbox, to be looked at. */
export const spamWeight = 3;

/** Points of a single doubt. How several of them add up: `weighDoubts`. */
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

// They say what is written in a message.
const contentDoubts: readonly DoubtCode[] = ["links", "link_in_name", "markup", "phrases", "foreign_script"];

// They say how a message came, and nothing of what it says.
const arrivalDoubts: readonly DoubtCode[] = [
  "trap",
  "hurried",
  "without_script",
  "turnstile_missing",
  "turnstile_refused",
];

/**
 * Returns the points of a message's doubts. The way in which a message came never makes it spam: all of these doubts together count as one
 * point beside other doubts, or as two with a filled trap. They add nothing to a single doubt about what is written, with one exception: many
 * links from a client that runs JavaScript. A single word of the list, or code without a link, counts as one point.
 */
export function weighDoubts(doubts: readonly Doubt[]): number {
  const arrival = doubts.filter(({ code }) => arrivalDoubts.includes(code));
  const others = doubts.filter(({ code }) => !arrivalDoubts.includes(code));
  const points = others.reduce((sum, doubt) => sum + (isSlight(doubt) ? 1 : doubtWeights[doubt.code]), 0);
  const has = (wanted: DoubtCode) => arrival.some(({ code }) => code === wanted);
  if (has("trap")) return points + doubtWeights.trap;
  const isExcused = isSingle(others) && (others[0]?.code !== "links" || has("without_script"));
  return points > 0 && arrival.length > 0 && !isExcused ? points + 1 : points;
}

const isSlight = ({ code, count }: Doubt) =>
  (code === "phrases" && (count ?? 1) === 1) || (code === "markup" && count === 0);

/** Whether doubts are a single one about what is written. Several words of the list are more than one. */
const isSingle = ([first, ...rest]: Doubt[]) =>
  first !== undefined &&
  rest.length === 0 &&
  contentDoubts.includes(first.code) &&
  !(first.code === "phrases" && (first.count ?? 1) > 1);

/** The field of the form that people do not see. Its name is one that no browser and no password manager fills in. */
export const trapField = "topic_note";

/** The name that this field had before: pages that were opened before a deployment still send it. */
export const formerTrapField = "website";
