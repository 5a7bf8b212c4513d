import {
  acceptQuery,
  isAcceptedNow,
  type SignedRequest,
} from "#functions/kernel/database/accepted-requests.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { raiseAlertQuery } from "./alerts.ts";

/** The outcome of an accepted mail, as the provider reports it. */
export type DeliveryEvent = "delivered" | "bounced" | "complained";

const columns = {
  delivered: sql`delivered_at`,
  bounced: sql`bounced_at`,
  complained: sql`complained_at`,
} as const;

/**
 * Records the outcome of a mail, once for each webhook. `id` is null for a mail of another site. `company` is the
 * company's address if the mail went there: its alert is raised or ended. `tell` is the recipient of the alert; null
 * for the administrators.
 */
export async function recordDelivery(
  database: Database,
  webhook: SignedRequest,
  { id, event }: { id: string | null; event: DeliveryEvent },
  company: { address: string; tell: string | null } | null,
): Promise<void> {
  const column = columns[event];
  const alert = () => {
    if (!company) return undefined;
    const { address: subject, tell } = company;
    // Only a mail that was sent after the alert shows that the address works again.
    if (event === "delivered") {
      return sql`
        delete from mail_alerts
        where kind = 'address_failing' and subject = ${subject} and ${isAcceptedNow(webhook)}
          and last_at < (select sent_at from outgoing_mails where id = ${id}::uuid)`;
    }
    const kind = event === "bounced" ? "address_failing" : "address_complaining";
    return raiseAlertQuery({ kind, subject, tell }, isAcceptedNow(webhook));
  };
  await database.run(
    { service: "mail" },
    {
      accept: acceptQuery(webhook),
      noted: sql`
      update outgoing_mails set ${column} = coalesce(${column}, now())
      where id = ${id}::uuid and ${isAcceptedNow(webhook)}`,
      alert: alert(),
    },
  );
}
