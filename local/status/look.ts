import * as v from "valibot";
import { languages, path } from "#cms/content/site.ts";
import { canaryStages } from "#functions/contract/canary.ts";
import type { Found } from "./record.ts";

/** How long each answer may take, in milliseconds: a visitor has gone by then. */
const timeout = 15_000;

const details = v.object({
  database: v.picklist(["ok", "unavailable"]),
  mail: v.object({ status: v.picklist(["ok", "late", "unknown"]) }),
  canary: v.object({ failed: v.nullable(v.object({ stage: v.picklist(canaryStages) })) }),
});

/** Looks at the site from outside, as a visitor and then as its own health says; `brand` is null where no page says it. */
export async function look(origin: string): Promise<{ brand: string | null; found: Found }> {
  const [home, contact, challenge, health] = await Promise.all([
    readPage(`${origin}${path("home", languages[0])}`),
    readPage(`${origin}${path("contact", languages[1])}`),
    ask(`${origin}/api/contact/challenge`).then(
      (response) => response.ok,
      () => false,
    ),
    askHealth(origin),
  ]);
  const stage = health?.canary.failed?.stage;
  const wording = (isWell: boolean) => (isWell ? "well" : "broken");
  return {
    brand: home && brandOf(home),
    found: {
      pages: wording(home !== null && contact !== null),
      // While the database is away they wait in another place.
      messages: wording(challenge && stage !== "form"),
      accounts: wording(health?.database === "ok"),
      mails:
        !health || health.mail.status === "unknown"
          ? "unknown"
          : wording(health.mail.status === "ok" && stage !== "mail" && stage !== "delivery"),
    },
  };
}

const ask = (address: string) => fetch(address, { signal: AbortSignal.timeout(timeout) });

/** The HTML of a page; null where it is not there as it should be. */
async function readPage(address: string): Promise<string | null> {
  try {
    const response = await ask(address);
    const html = await response.text();
    return response.ok && /<h1[\s>]/.test(html) ? html : null;
  } catch {
    return null;
  }
}

async function askHealth(origin: string): Promise<v.InferOutput<typeof details> | null> {
  try {
    // It says as much with 503, while the database is away.
    return v.parse(details, await (await ask(`${origin}/api/health/details`)).json());
  } catch {
    return null;
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

function brandOf(html: string): string | null {
  const content = /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1];
  return content?.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? "") || null;
}
