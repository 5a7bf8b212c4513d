import * as v from "valibot";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { type DoubtCode, doubtCodes, getPoints } from "#functions/contract/doubt.ts";
import { toCountedMailbox } from "#functions/contract/email.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { daySeconds, hourSeconds, minuteSeconds } from "#functions/kernel/durations.ts";
import type { Network } from "#functions/kernel/http/network.ts";
import { countLinks } from "./content-doubts.ts";
import type { FormStamp } from "./form-stamp.ts";

/**
 * A rate that counts messages under `key`. A message beyond the first `free` in `seconds` gets the doubt `code`. A
 * message beyond `most` is rejected; null rejects none. A message beyond a rate counts against other rates of the same
 * `scope`, and no others.
 */
export const messageRate = v.object({
  key: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  // Absent in a spooled message of a release without scopes.
  scope: v.optional(v.string()),
  ...{ seconds: v.number(), free: v.number(), most: v.nullable(v.number()), weight: v.number() },
  code: v.picklist(doubtCodes),
});
export type MessageRate = v.InferOutput<typeof messageRate>;

/**
 * Evidence that a message came from the form in a browser with JavaScript, and the stamp of that form, if it is known.
 */
type Evidence = { isFromForm: boolean; stamp: FormStamp | null };

type Rule = { seconds: number; free: number; most: number | null; weight?: number };
type Rules = { unit: Rule[]; area: Rule[]; all: Rule[] };

// Messages from the form have rates of their own, so a flood of bare API calls from the same network does not delay
// visitors.
const bareRules: Rules = {
  unit: [
    { seconds: hourSeconds, free: 100, most: 400 },
    { seconds: minuteSeconds, free: 10, most: 40 },
  ],
  area: [
    { seconds: hourSeconds, free: 300, most: 1_200 },
    { seconds: minuteSeconds, free: 30, most: 120 },
  ],
  all: [
    { seconds: hourSeconds, free: 2_000, most: 20_000 },
    { seconds: minuteSeconds, free: 120, most: 1_200 },
  ],
};
// A carrier may have thousands of phones behind one address. So a few more messages only get a doubt, and many more are
// spam.
const formRules: Rules = {
  unit: [
    { seconds: hourSeconds, free: 100, most: 400 },
    { seconds: minuteSeconds, free: 20, most: 60 },
    { seconds: minuteSeconds, free: 4, most: null, weight: 2 },
  ],
  area: [{ seconds: minuteSeconds, free: 60, most: 240 }],
  all: [{ seconds: minuteSeconds, free: 240, most: 2_400 }],
};
// Senders often think of something else after the first message.
const stampRule: Rule = { seconds: 2 * daySeconds, free: 3, most: 60 };
const textRule: Rule = { seconds: daySeconds, free: 2, most: null };
const acknowledgementRules = {
  // The mail for each message has the link that erases it. The limit stops an attacker from mailing a victim more
  // often.
  toAddress: { seconds: daySeconds, free: 5, most: null },
  bare: { seconds: hourSeconds, free: 20, most: null },
  form: { seconds: hourSeconds, free: 60, most: null },
  all: { seconds: hourSeconds, free: 120, most: null },
} satisfies Record<string, Rule>;

type Scope = "unit" | "area" | "all" | "form" | "text" | "address";
type RuleGroup = [scope: Scope, name: string, rules: Rule[], code: DoubtCode];

/**
 * Returns the rates of rules. A rule without a weight gets the spam points of its doubt. The keys are hashes, so the
 * counters store no network and no email address.
 */
const toRates = (groups: RuleGroup[]): Promise<MessageRate[]> =>
  Promise.all(
    groups.flatMap(([scope, name, rules, code]) =>
      rules.map(async (rule) => ({
        key: await sha256(`${name}, ${rule.seconds}, ${rule.free}`),
        ...{ scope, weight: getPoints(code), code, ...rule },
      })),
    ),
  );

/**
 * Returns the rates that a message counts against, so that floods become spam or are rejected. They are those of its
 * network, of all networks together, of its form, and of its text if that has a link.
 */
export function findRates(
  { message }: ContactMessage,
  network: Network | null,
  { isFromForm, stamp }: Evidence,
): Promise<MessageRate[]> {
  const [kind, rules] = isFromForm ? (["form", formRules] as const) : (["bare", bareRules] as const);
  const text = message?.normalize("NFKC").toLowerCase().replace(/\s+/g, " ") ?? "";
  return toRates([
    ["unit", `${kind} messages from ${network?.unit}`, network ? rules.unit : [], "flood"],
    ["area", `${kind} messages near ${network?.area}`, network ? rules.area : [], "flood"],
    ["all", `${kind} messages from anywhere`, rules.all, "flood"],
    ["form", `messages of form ${stamp?.id}`, stamp ? [stampRule] : [], "flood"],
    // Without a link, equal texts are greetings or a form that was sent again.
    ["text", `messages of ${text}`, countLinks(text) > 0 ? [textRule] : [], "repeated"],
  ]);
}

/** Returns the key of the counter of acknowledgements to an address, in hexadecimal, so that erasure can find it. */
export async function getAddressRateKey(email: string): Promise<string> {
  const [rate] = await toRates([toAddressRules(email)]);
  return (rate as MessageRate).key;
}

/** Returns the rules that limit acknowledgements to one mailbox, because any visitor can enter any address. */
const toAddressRules = (email: string): RuleGroup => [
  "address",
  `answers to ${toCountedMailbox(email)}`,
  [acknowledgementRules.toAddress],
  "flood",
];

/**
 * Returns the rates of acknowledgements: by address, by network (lower for bare API calls) and of all. Beyond any of
 * them the edge sends none.
 */
export const findAcknowledgementRates = (
  { email }: ContactMessage,
  network: Network | null,
  { isFromForm }: Evidence,
): Promise<MessageRate[]> =>
  toRates([
    toAddressRules(email),
    [
      "unit",
      `answers near ${network?.unit}`,
      [isFromForm ? acknowledgementRules.form : acknowledgementRules.bare],
      "flood",
    ],
    ["all", "answers to anyone", [acknowledgementRules.all], "flood"],
  ]);
