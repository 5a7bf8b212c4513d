/** Why a message may be spam. What has a number says it in `count`: links, seconds since the form was opened, messages. */
export const doubtCodes = [
  /** A field that only programs see was filled in. */
  "trap",
  /** An administrator has blocked its sender. */
  "blocked",
  /** More messages came from its network, or by its proof, than people send. */
  "flood",
  /** The same text, with a link in it, came several times. */
  "repeated",
  /** So many links. */
  "links",
  /** A link in a name. */
  "link_in_name",
  /** Code of web pages or forums. */
  "markup",
  /** So many words that are common in spam and rare in messages of customers. */
  "phrases",
  /** Most of it is in another script than the site's languages. */
  "foreign_script",
  /** Sent so many seconds after the form was opened. */
  "hurried",
  /** The browser has not done the small work that the form asks for. */
  "unproved",
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
  unproved: 1,
  without_script: 1,
  turnstile_missing: 1,
  turnstile_refused: 2,
};

// They say how a message came, and nothing of what it says.
const arrivalDoubts: readonly DoubtCode[] = [
  "trap",
  "hurried",
  "unproved",
  "without_script",
  "turnstile_missing",
  "turnstile_refused",
];

/**
 * Returns the points of a message's doubts. The way in which a message came never makes it spam: all of these doubts together count as one
 * point beside another doubt, or as two with a filled trap. A single word of the list counts as one point.
 */
export function weighDoubts(doubts: readonly Doubt[]): number {
  const isArrival = ({ code }: Doubt) => arrivalDoubts.includes(code);
  const isLoneWord = ({ code, count = 1 }: Doubt) => code === "phrases" && count === 1;
  const content = doubts
    .filter((doubt) => !isArrival(doubt))
    .reduce((sum, doubt) => sum + (isLoneWord(doubt) ? 1 : doubtWeights[doubt.code]), 0);
  if (doubts.some(({ code }) => code === "trap")) return content + doubtWeights.trap;
  return content > 0 && doubts.some(isArrival) ? content + 1 : content;
}

/** The field of the form that people do not see. Its name is one that no browser and no password manager fills in. */
export const trapField = "topic_note";

/** The name that this field had before: pages that were opened before a deployment still send it. */
export const formerTrapField = "website";
