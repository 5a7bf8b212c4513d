import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { isLoopback } from "#functions/contract/loopback.ts";
import { isAddress, isMailbox } from "#functions/contract/mailbox.ts";

/** A question to the operator. */
export type Question = {
  /** The environment variable that can answer it. */
  name: string;
  /** One sentence: its meaning, and where to find the answer. */
  asks: string;
  isSecret?: true;
  /** Whether the site works without an answer. Nobody is asked then; the environment may answer. */
  isOptional?: boolean;
  /** Returns the fault of an answer, in words that follow "it"; null for a good answer. */
  fault?: (value: string) => string | null;
};

const fault = (isRight: (value: string) => boolean, words: string) => (value: string) =>
  isRight(value) ? null : words;

function isPublicOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === "https:" && url.href === `${url.origin}/` && !isLoopback(url.hostname);
}
const origin = fault(
  isPublicOrigin,
  "has to be the origin that visitors use, such as https://www.example.com",
);
const mailbox = fault(isMailbox, "has to be one mail address");
const address = fault(isAddress, "has to be one mail address without a name, such as ana@example.com");
const name = fault((value) => /^[\w-]+$/.test(value), "has to be letters, digits and dashes");

/** A question under its name. */
type Entries = Record<string, Omit<Question, "name" | "isOptional">>;

/** The questions that every deployment needs an answer to, in the order in which it asks. */
const required: Entries = {
  SITE_ORIGIN: {
    asks: "The address of the site, such as https://www.example.com; its domain has to be in your account at Cloudflare.",
    fault: origin,
  },
  CLOUDFLARE_ACCOUNT_ID: {
    asks: "The id of that account: dash.cloudflare.com, Account home, the menu beside its name.",
    fault: name,
  },
  CLOUDFLARE_API_TOKEN: {
    asks: "A token of it (My Profile, API Tokens) that may edit Cloudflare Pages, Workers Scripts, Workers KV Storage, DNS and Zone Settings, and read Zone.",
    isSecret: true,
  },
  NEON_API_KEY: {
    asks: "An API key of Neon: console.neon.tech, Account settings, API keys.",
    isSecret: true,
  },
  SANITY_AUTH_TOKEN: {
    asks: "A token of Sanity that may make a project: npx sanity login, then npx sanity debug --secrets.",
    isSecret: true,
  },
  RESEND_API_KEY: {
    asks: "An API key of Resend with full access: resend.com/api-keys. The site itself gets one that can only send.",
    isSecret: true,
  },
  MAIL_FROM: {
    asks: "Who mails come from, the company's name and an address of the site's domain: Example <web@example.com>.",
    fault: mailbox,
  },
  CONTACT_NOTIFY_TO: { asks: "The address that is told of each message of a visitor.", fault: mailbox },
  ADMIN_EMAIL: {
    asks: "The address of the first administrator, who is invited by mail and chooses a password.",
    fault: address,
  },
};

/** The answers that the environment may give, and that nobody is asked for. */
const optional: Entries = {
  STUDIO_ORIGIN: {
    asks: "Where editors find the Studio; studio. of the site's domain otherwise.",
    fault: origin,
  },
  NEON_ORG_ID: { asks: "The organization at Neon, where the key is of a person who is in one." },
  NEON_REGION: {
    asks: "Where the database is made, such as aws-us-east-1: near those who work in the inbox. It stays there.",
    fault: name,
  },
  OWNER_DATABASE_URL: {
    asks: "The database's address with the login of its owner, where it is another than the one that was made, such as a restored one.",
    isSecret: true,
    fault: fault(
      (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
      "has to be a postgresql:// address",
    ),
  },
  SANITY_ORGANIZATION_ID: { asks: "The organization at Sanity that the project is to belong to." },
  SANITY_PROJECT_ID: { asks: "The project at Sanity, where there is one already.", fault: name },
  DEPLOY_HOOK_URL: { asks: "What starts a build of the site at a POST.", isSecret: true },
  CONTACT_ALERT_TO: { asks: "Who is told when mails come back.", fault: mailbox },
  CANARY_TO: {
    asks: "The mailbox that a message of the site's own goes to every hour, to show that messages arrive.",
    fault: mailbox,
  },
  MAIL_API_URL: {
    asks: "Where mails are handed over, where it is not Resend: the address of a call of its shape.",
  },
  MAIL_DAILY_QUOTA: { asks: "How many mails Resend's plan sends in a day." },
  SIGN_UP: { asks: "Whether anyone may create an account: open or closed." },
  SESSION_IDLE_DAYS: { asks: "How many days a session lives after its last use." },
  SESSION_ABSOLUTE_DAYS: { asks: "How many days a session lives in all." },
  LOG_SINK_URL: { asks: "Where the lines of the log are kept.", isSecret: true },
  LOG_SINK_TOKEN: { asks: "The token that they are left there by.", isSecret: true },
  LOG_SINK_FORMAT: { asks: "How they are written: ndjson or otlp." },
  WEB_ANALYTICS_TOKEN: { asks: "The token of Cloudflare Web Analytics." },
  TURNSTILE_SITE_KEY: { asks: "The public key of Turnstile." },
  TURNSTILE_SECRET: { asks: "The secret of Turnstile.", isSecret: true },
};

const toQuestions = (entries: Entries, isOptional: boolean): Question[] =>
  Object.entries(entries).map(([name, question]) => ({ name, ...question, isOptional }));

/** All questions of a deployment. */
export const questions: readonly Question[] = [
  ...toQuestions(required, false),
  ...toQuestions(optional, true),
];

/** Asks the operator; null without a terminal. */
export type Ask = ((question: Question) => Promise<string>) | null;

/** Asks at the terminal, and hides the typing of a secret; null without a terminal. */
export function askAtTerminal(): Ask {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async ({ name, asks, isSecret }) => {
    process.stdout.write(`${asks}\n${name}: `);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const terminal = createInterface({
      input: process.stdin,
      output: isSecret ? silent : process.stdout,
      terminal: true,
    });
    // Ctrl-C reaches readline as an event. Earlier answers are on disk already.
    terminal.on("SIGINT", () => process.exit(130));
    try {
      return await terminal.question("");
    } finally {
      terminal.close();
      if (isSecret) process.stdout.write("\n");
    }
  };
}

const checked = ({ name, fault }: Question, value: string): string => {
  const wrong = fault?.(value);
  if (wrong) throw new Error(`${name} ${wrong}.`);
  return value;
};

/**
 * Collects the answer to every question: from the environment, or else from `kept`, or else from the operator, who is asked again after a
 * malformed answer.
 * @throws Error that lists every missing and malformed answer, without a terminal
 */
export async function collectAnswers(
  environment: Record<string, string | undefined>,
  kept: Record<string, string>,
  ask: Ask,
  keep: (name: string, value: string) => Promise<void>,
  tell: (line: string) => void,
  asked: readonly Question[] = questions,
): Promise<void> {
  const faults: string[] = [];
  for (const question of asked) {
    const { name, isOptional } = question;
    const given = environment[name]?.trim() || kept[name];
    if (given) {
      try {
        if (kept[name] !== checked(question, given)) await keep(name, given);
      } catch (error) {
        faults.push((error as Error).message);
      }
    } else if (!isOptional) {
      if (ask) await keep(name, await askUntilRight(question, ask, tell));
      else faults.push(`${name} is missing. ${question.asks}`);
    }
  }
  if (faults.length > 0)
    throw new Error(`The deployment cannot begin:\n${faults.map((each) => `  ${each}`).join("\n")}`);
}

async function askUntilRight(
  question: Question,
  ask: NonNullable<Ask>,
  tell: (line: string) => void,
): Promise<string> {
  for (;;) {
    const said = (await ask(question)).trim();
    const wrong = said === "" ? "is needed" : question.fault?.(said);
    if (!wrong) return said;
    tell(`It ${wrong}.`);
  }
}
