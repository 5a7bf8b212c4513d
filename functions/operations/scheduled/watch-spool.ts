import type { Drain } from "#functions/contact/index.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import {
  type AlertText,
  mailAlertWithoutDatabase,
} from "#functions/operations/synthetic-message/alert-mails.ts";
import { type SpoolReport, spoolLatenessMs, spoolReport } from "./reports.ts";

// Administrators read Spanish, like the company.
const lateAlert: AlertText = {
  title: "Hay mensajes que esperan",
  text: "La base de datos no recibe mensajes de tus clientes desde hace más de dos horas. Esperan a salvo 30 días como máximo: avisa a quien opera el sitio.",
};
const stuckAlert: AlertText = {
  title: "Hay mensajes que no llegan al buzón",
  text: "Un mensaje de un cliente está guardado, pero no se puede leer o pasar al buzón. Se borra 30 días después de que llegó: avisa a quien opera el sitio.",
};

/**
 * Stores what a complete drain found in the spool, for health checks. Mails an alert once about messages that wait too
 * long, and once about each message that cannot be read or stored. The next run repeats a mail that was not accepted.
 * Never throws.
 */
export async function watchSpool(environment: Environment, drain: Drain): Promise<void> {
  const { SPOOL: spool } = environment;
  if (!spool || !drain.isComplete) return;
  try {
    const lastReport = await spoolReport.read(spool);
    const nextReport = await reportSpool(environment, drain, lastReport);
    if (JSON.stringify(nextReport) !== JSON.stringify(lastReport)) await spoolReport.store(spool, nextReport);
  } catch (error) {
    logLine({ event: "spool_not_watched", ...describeFault(error) });
  }
}

/**
 * Mails an alert, once each, about late messages in the spool and about messages that cannot leave it. The
 * returned report records only accepted mails, so the next run repeats the others.
 */
async function reportSpool(
  environment: Environment,
  { oldestAt, stuck: names }: Drain,
  lastReport: SpoolReport | null,
): Promise<SpoolReport> {
  const reportedNames = lastReport?.toldStuck.filter((name) => names.includes(name)) ?? [];
  const unreportedNames = names.filter((name) => !reportedNames.includes(name)).sort();
  const isLate = oldestAt !== null && Date.now() - oldestAt > spoolLatenessMs;
  const isStuckTold =
    unreportedNames.length > 0 &&
    (await mailAlertWithoutDatabase(environment, stuckAlert, `spool ${unreportedNames.join()}`));
  const isLateTold =
    isLate &&
    (lastReport?.isLateTold ||
      (await mailAlertWithoutDatabase(environment, lateAlert, `spool late ${oldestAt}`)));
  return { oldestAt, isLateTold, stuck: names, toldStuck: isStuckTold ? names : reportedNames };
}
