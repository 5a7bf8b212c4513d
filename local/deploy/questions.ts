import { isLoopback } from "#functions/contract/loopback.ts";
import { isAddress, isMailbox } from "#functions/contract/mailbox.ts";

/** Something that only the person who deploys knows. */
export type Question = {
  /** The variable of the environment that answers it, too. */
  name: string;
  /** One sentence: what it is, and where it is found. */
  asks: string;
  isSecret?: true;
  /** Whether the site can do without: then nobody is asked, and the environment may say it. */
  isOptional?: true;
  /** What is wrong with an answer, in words that follow "it"; null where nothing is. */
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

/** Everything that a deployment asks, in the order in which it does. */
export const questions: readonly Question[] = [
  {
    name: "SITE_ORIGIN",
    asks: "The address of the site, such as https://www.example.com; its domain has to be in your account at Cloudflare.",
    fault: origin,
  },
  {
    name: "CLOUDFLARE_ACCOUNT_ID",
    asks: "The id of that account: dash.cloudflare.com, Account home, the menu beside its name.",
    fault: name,
  },
  {
    name: "CLOUDFLARE_API_TOKEN",
    asks: "A token of it (My Profile, API Tokens) that may edit Cloudflare Pages, Workers Scripts, Workers KV Storage, DNS and Zone Settings, and read Zone.",
    isSecret: true,
  },
  {
    name: "NEON_API_KEY",
    asks: "An API key of Neon: console.neon.tech, Account settings, API keys.",
    isSecret: true,
  },
  {
    name: "SANITY_AUTH_TOKEN",
    asks: "A token of Sanity that may make a project: npx sanity login, then npx sanity debug --secrets.",
    isSecret: true,
  },
  {
    name: "RESEND_API_KEY",
    asks: "An API key of Resend with full access: resend.com/api-keys. The site itself gets one that can only send.",
    isSecret: true,
  },
  {
    name: "MAIL_FROM",
    asks: "Who mails come from, the company's name and an address of the site's domain: Example <web@example.com>.",
    fault: mailbox,
  },
  {
    name: "CONTACT_NOTIFY_TO",
    asks: "The address that is told of each message of a visitor.",
    fault: mailbox,
  },
  {
    name: "ADMIN_EMAIL",
    asks: "The address of the first administrator, who is invited by mail and chooses a password.",
    fault: address,
  },
  {
    name: "STUDIO_ORIGIN",
    asks: "Where editors find the Studio; studio. of the site's domain otherwise.",
    isOptional: true,
    fault: origin,
  },
  {
    name: "NEON_ORG_ID",
    asks: "The organization at Neon, where the key is of a person who is in one.",
    isOptional: true,
  },
  {
    name: "NEON_REGION",
    asks: "Where the database is made, such as aws-us-east-1: near those who work in the inbox. It stays there.",
    isOptional: true,
    fault: name,
  },
  {
    name: "OWNER_DATABASE_URL",
    asks: "The database's address with the login of its owner, where it is another than the one that was made, such as a restored one.",
    isOptional: true,
    isSecret: true,
    fault: fault(
      (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
      "has to be a postgresql:// address",
    ),
  },
  {
    name: "SANITY_ORGANIZATION_ID",
    asks: "The organization at Sanity that the project is to belong to.",
    isOptional: true,
  },
  {
    name: "SANITY_PROJECT_ID",
    asks: "The project at Sanity, where there is one already.",
    isOptional: true,
    fault: name,
  },
  {
    name: "DEPLOY_HOOK_URL",
    asks: "What starts a build of the site at a POST.",
    isOptional: true,
    isSecret: true,
  },
  { name: "CONTACT_ALERT_TO", asks: "Who is told when mails come back.", isOptional: true, fault: mailbox },
  {
    name: "CANARY_TO",
    asks: "The mailbox that a message of the site's own goes to every hour, to show that messages arrive.",
    isOptional: true,
    fault: mailbox,
  },
  {
    name: "MAIL_API_URL",
    asks: "Where mails are handed over, where it is not Resend: the address of a call of its shape.",
    isOptional: true,
  },
  { name: "MAIL_DAILY_QUOTA", asks: "How many mails Resend's plan sends in a day.", isOptional: true },
  { name: "SIGN_UP", asks: "Whether anyone may create an account: open or closed.", isOptional: true },
  { name: "SESSION_IDLE_DAYS", asks: "How many days a session lives after its last use.", isOptional: true },
  { name: "SESSION_ABSOLUTE_DAYS", asks: "How many days a session lives in all.", isOptional: true },
  { name: "LOG_SINK_URL", asks: "Where the lines of the log are kept.", isOptional: true, isSecret: true },
  {
    name: "LOG_SINK_TOKEN",
    asks: "The token that they are left there by.",
    isOptional: true,
    isSecret: true,
  },
  { name: "LOG_SINK_FORMAT", asks: "How they are written: ndjson or otlp.", isOptional: true },
  { name: "WEB_ANALYTICS_TOKEN", asks: "The token of Cloudflare Web Analytics.", isOptional: true },
  { name: "TURNSTILE_SITE_KEY", asks: "The public key of Turnstile.", isOptional: true },
  { name: "TURNSTILE_SECRET", asks: "The secret of Turnstile.", isOptional: true, isSecret: true },
];

/** Asks a person; null where there is nobody to ask. */
export type Ask = ((question: Question) => Promise<string>) | null;

const checked = ({ name, fault }: Question, value: string): string => {
  const wrong = fault?.(value);
  if (wrong) throw new Error(`${name} ${wrong}.`);
  return value;
};

/**
 * The answer to every question: the environment's, or else what was answered before, or else what the person says now, who is asked again
 * where that cannot be.
 * @throws Error with one sentence that lists everything that is missing or malformed where no one can be asked
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
