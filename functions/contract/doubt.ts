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
  /** Words that only spam has. */
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

/** The points of each doubt. */
export const doubtWeights: Record<DoubtCode, number> = {
  trap: 3,
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

/** The field of the form that people do not see. */
export const trapField = "website";
