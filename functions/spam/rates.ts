import { sha256 } from "#functions/auth/digest.ts";
import type { Network } from "#functions/auth/network.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { type DoubtCode, doubtWeights } from "#functions/contract/doubt.ts";
import { countLinks } from "./content-doubts.ts";
import type { Proof } from "./proof.ts";

/**
 * A rate that a message counts against, `key` in hexadecimal: what is beyond the first `free` within `seconds` has the doubt `code`, what
 * is beyond `most` is not taken (null: it is). A message beyond a rate counts against the other rates of the same `scope`, and against no other.
 */
export type Rate = {
  key: string;
  /** Absent in a message that waited since before there were scopes. */
  scope?: string | undefined;
  seconds: number;
  free: number;
  most: number | null;
  code: DoubtCode;
  weight: number;
};

/** Whether a message's browser has proved to be one, and by which work, if by that. */
export type Shown = { isProved: boolean; proof: Proof | null };

type Rule = { seconds: number; free: number; most: number | null; weight?: number };
type Rules = { unit: Rule[]; area: Rule[]; all: Rule[] };

const minute = 60;
const hour = 3_600;
const day = 86_400;

// What comes with a proof has rates of its own: a flood from the same network leaves it free.
const unproved: Rules = {
  unit: [
    { seconds: hour, free: 100, most: 400 },
    { seconds: minute, free: 10, most: 40 },
  ],
  area: [
    { seconds: hour, free: 300, most: 1_200 },
    { seconds: minute, free: 30, most: 120 },
  ],
  all: [
    { seconds: hour, free: 2_000, most: 20_000 },
    { seconds: minute, free: 120, most: 1_200 },
  ],
};
// A carrier may have thousands of phones behind one address: what is beyond a few is to be looked at, and only more than that is spam.
const proved: Rules = {
  unit: [
    { seconds: hour, free: 100, most: 400 },
    { seconds: minute, free: 20, most: 60 },
    { seconds: minute, free: 4, most: null, weight: 2 },
  ],
  area: [{ seconds: minute, free: 60, most: 240 }],
  all: [{ seconds: minute, free: 240, most: 2_400 }],
};
// One who has sent a message often thinks of something else.
const byProof: Rule = { seconds: 2 * day, free: 3, most: null };
const byText: Rule = { seconds: day, free: 2, most: null };
const answers = {
  // A mail for each message has the link that erases it. An attacker cannot have a stranger mailed more often.
  toAddress: { seconds: day, free: 5, most: null },
  unproved: { seconds: hour, free: 20, most: null },
  proved: { seconds: hour, free: 60, most: null },
  all: { seconds: hour, free: 120, most: null },
} satisfies Record<string, Rule>;

type Scope = "unit" | "area" | "all" | "proof" | "text" | "address";
type Named = [scope: Scope, name: string, rules: Rule[], code: DoubtCode];

const toRates = (named: Named[]): Promise<Rate[]> =>
  Promise.all(
    named.flatMap(([scope, name, rules, code]) =>
      rules.map(async (rule) => ({
        key: await sha256(`${name}, ${rule.seconds}, ${rule.free}`),
        ...{ scope, weight: doubtWeights[code], code, ...rule },
      })),
    ),
  );

/** The rates that a message counts against: its network's from the narrowest to the widest, then those of its proof and its text. */
export function findRates(
  { message }: ContactMessage,
  network: Network | null,
  { isProved, proof }: Shown,
): Promise<Rate[]> {
  const [kind, rules] = isProved ? (["proved", proved] as const) : (["unproved", unproved] as const);
  const text = message?.normalize("NFKC").toLowerCase().replace(/\s+/g, " ") ?? "";
  return toRates([
    ["unit", `${kind} messages from ${network?.unit}`, network ? rules.unit : [], "flood"],
    ["area", `${kind} messages near ${network?.area}`, network ? rules.area : [], "flood"],
    ["all", `${kind} messages from anywhere`, rules.all, "flood"],
    ["proof", `messages by ${proof?.id}`, proof ? [byProof] : [], "flood"],
    // Without a link, what is the same is a greeting, or a form that was sent again.
    ["text", `messages of ${text}`, countLinks(text) > 0 ? [byText] : [], "repeated"],
  ]);
}

/** The key of the one rate that is of an address, in hexadecimal. */
export async function rateKeyOf(email: string): Promise<string> {
  const [rate] = await toRates([toAddress(email)]);
  return (rate as Rate).key;
}

const toAddress = (email: string): Named => [
  "address",
  `answers to ${email.toLowerCase()}`,
  [answers.toAddress],
  "flood",
];

/** The rates that a mail to the sender counts against; beyond one of them there is none. */
export const findAnswerRates = (
  { email }: ContactMessage,
  network: Network | null,
  { isProved }: Shown,
): Promise<Rate[]> =>
  toRates([
    toAddress(email),
    ["unit", `answers near ${network?.unit}`, [isProved ? answers.proved : answers.unproved], "flood"],
    ["all", "answers to anyone", [answers.all], "flood"],
  ]);
