import type { Deployment, Step } from "#local/deploy/deployment.ts";

/** Lists the records of the site's domain itself that the company's mailboxes need: MX and SPF (RFC 7208). */
async function listMailboxRecords({ cloudflare, results }: Deployment): Promise<string[]> {
  const { zone = "", zoneName = "" } = results;
  const records = await cloudflare.listRecords(zone, zoneName);
  return records
    .filter(({ type, content }) => type === "MX" || (type === "TXT" && /^v=spf1\b/i.test(content)))
    .map(({ type, content, priority }) => (type === "MX" ? `MX ${priority} ${content}` : `TXT ${content}`))
    .sort();
}

export const mailboxes: Step = {
  name: "mailboxes",
  does: "Reads the MX and SPF records of the site's domain itself, which the company's mailboxes need.",
  help: "The Cloudflare token lacks DNS: Edit.",
  // An interrupted deployment continues with the records from before its first change.
  isDone: ({ results }) => results.mailboxRecords !== undefined,
  async run(deployment) {
    const records = await listMailboxRecords(deployment);
    await deployment.storeResults({ mailboxRecords: JSON.stringify(records) });
    return `${records.length} records`;
  },
};

export const mailboxesAfterwards: Step = {
  name: "mailboxes afterwards",
  does: "Compares the MX and SPF records of the site's domain itself with those before the deployment, which changes none.",
  help: "Restore these records in the dashboard of Cloudflare (DNS, Records), unless you changed them yourself.",
  async run(deployment) {
    const { results, storeResults } = deployment;
    const earlierRecords: string[] = JSON.parse(results.mailboxRecords ?? "[]");
    const records = await listMailboxRecords(deployment);
    // The next run compares with its own start.
    await storeResults({ mailboxRecords: null });
    const changes = [
      ...earlierRecords
        .filter((record) => !records.includes(record))
        .map((record) => `    missing: ${record}`),
      ...records.filter((record) => !earlierRecords.includes(record)).map((record) => `    new: ${record}`),
    ];
    if (changes.length > 0)
      throw new Error(
        `Records of ${results.zoneName} have changed since the deployment began:\n${changes.join("\n")}`,
      );
    return "unchanged";
  },
};
