import { sha256 } from "#functions/auth/digest.ts";
import type { Network } from "#functions/auth/network.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { type DoubtCode, doubtWeights } from "#functions/contract/doubt.ts";
import { countLinks } from "./content-doubts.ts";
import type { Proof } from "./proof.ts";

/**
 * A rate that a message counts against, `key` in hexadecimal: what is beyond the first `free` within `seconds` has the doubt `code`, what
 * is beyond `most` is not taken (null: it is).
 */
export type Rate = {
  key: string;
  seconds: number;
  free: number;
  most: number | null;
  code: DoubtCode;
  weight: number;
};

type Rule = Pick<Rate, "seconds" | "free" | "most">;
type Rules = { unit: Rule[]; area: Rule[]; all: Rule[] };

const minute = 60;
const hour = 3_600;
const day = 86_400;

// Whoever proves their work has rates of their own: a flood from the same network leaves them free.
const unproved: Rules = {
  unit: [
    { seconds: minute, free: 10, most: 40 },
    { seconds: hour, free: 100, most: 400 },
  ],
  area: [{ seconds: minute, free: 30, most: 120 }],
  all: [{ seconds: minute, free: 120, most: 1_200 }],
};
const proved: Rules = {
  unit: [
    { seconds: minute, free: 4, most: 20 },
    { seconds: hour, free: 40, most: 200 },
  ],
  area: [{ seconds: minute, free: 20, most: 100 }],
  all: [{ seconds: minute, free: 120, most: 1_200 }],
};
// One who has sent a message often thinks of something else.
const byProof: Rule = { seconds: 2 * day, free: 3, most: null };
const byText: Rule = { seconds: day, free: 2, most: null };

/** The rates that a message counts against, from the narrowest to the widest. */
export async function findRates(
  { message }: ContactMessage,
  network: Network | null,
  proof: Proof | null,
): Promise<Rate[]> {
  const [kind, rules] = proof ? (["proved", proved] as const) : (["unproved", unproved] as const);
  const text = message?.normalize("NFKC").toLowerCase().replace(/\s+/g, " ") ?? "";
  const found: [name: string, rules: Rule[], code: DoubtCode][] = [
    // Without one, what is the same is a greeting, or a form that was sent again.
    [`text ${text}`, countLinks(text) > 0 ? [byText] : [], "repeated"],
    [`proof ${proof?.id}`, proof ? [byProof] : [], "flood"],
    [`${kind} from ${network?.unit}`, network ? rules.unit : [], "flood"],
    [`${kind} near ${network?.area}`, network ? rules.area : [], "flood"],
    [`${kind} from anywhere`, rules.all, "flood"],
  ];
  return Promise.all(
    found.flatMap(([name, each, code]) =>
      each.map(async (rule) => ({
        key: await sha256(`messages ${name}, ${rule.seconds}`),
        ...rule,
        ...{ code, weight: doubtWeights[code] },
      })),
    ),
  );
}
