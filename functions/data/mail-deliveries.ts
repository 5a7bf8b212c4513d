import type { Database } from "./database.ts";
import { clearAlertsQuery, raiseAlertQuery } from "./mail-alerts.ts";
import { sql } from "./sql.ts";

/** What the provider says of a mail that it took. */
export type DeliveryEvent = "delivered" | "bounced" | "complained";

const columns = {
  delivered: sql`delivered_at`,
  bounced: sql`bounced_at`,
  complained: sql`complained_at`,
} as const;

/**
 * Remembers what became of a mail, the first time that it is told; `id` is null for one that is none of ours. `company` is the company's
 * address where the mail went there: an alert is raised or ended for it, and `tell` is who is told (null: the administrators).
 */
export async function noteDelivery(
  database: Database,
  { id, event }: { id: string | null; event: DeliveryEvent },
  company: { address: string; tell: string | null } | null,
): Promise<void> {
  const column = columns[event];
  const alert = () => {
    if (!company) return undefined;
    if (event === "delivered") return clearAlertsQuery("address_failing", company.address);
    return raiseAlertQuery({ kind: "address_failing", subject: company.address, tell: company.tell });
  };
  await database.run(
    { service: "mail" },
    {
      noted: sql`update outgoing_mails set ${column} = coalesce(${column}, now()) where id = ${id}::uuid`,
      alert: alert(),
    },
  );
}
