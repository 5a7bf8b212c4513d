import type { Health, PartState, SitePart } from "#functions/contract/health.ts";

// What the site says of itself, put into the page of its status: each part has all states in words, and shows one.

function show(part: SitePart, state: PartState): void {
  for (const each of document.querySelectorAll<HTMLElement>(`[data-part="${part}"] [data-state]`)) {
    each.hidden = each.dataset.state !== state;
  }
}

const wording = (isWell: boolean): PartState => (isWell ? "well" : "broken");

async function ask(): Promise<void> {
  // As far as the form is concerned: while the database is away messages wait in another place.
  const hasStamp = fetch("/api/contact/form-stamp").then(
    ({ ok }) => ok,
    () => false,
  );
  try {
    // It says as much with 503, while the database is away.
    const { database, mail, cron }: Health = await (await fetch("/api/health")).json();
    show("accounts", wording(database === "ok"));
    show("mails", cron === "late" ? "broken" : mail === "unknown" ? mail : wording(mail === "ok"));
  } catch {
    show("accounts", "broken");
  }
  show("messages", wording(await hasStamp));
}

void ask();
