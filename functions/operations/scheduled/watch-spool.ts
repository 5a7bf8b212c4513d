import type { Drain } from "#functions/contact/index.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { tell } from "#functions/operations/synthetic-message/tell.ts";
import type { News } from "#functions/operations/synthetic-message/words.ts";
import { readSpoolReport, type SpoolReport, spoolLateness, storeSpoolReport } from "./reports.ts";

// Administrators read Spanish, like the company.
const late: News = {
  title: "Hay mensajes que esperan",
  text: "La base de datos no recibe mensajes de tus clientes desde hace más de dos horas. Esperan a salvo 30 días como máximo: avisa a quien opera el sitio.",
};
const stuck: News = {
  title: "Hay mensajes que no llegan al buzón",
  text: "Un mensaje de un cliente está guardado, pero no se puede leer o pasar al buzón. Se borra 30 días después de que llegó: avisa a quien opera el sitio.",
};

/**
 * Stores what a complete run found in the spool, for health checks. Tells the administrators once about messages that
 * wait too long, and once about each message that cannot be read or stored. The next run repeats a mail that was not
 * accepted. Never throws.
 */
export async function watchSpool(environment: Environment, drain: Drain): Promise<void> {
  const { SPOOL: spool } = environment;
  if (!spool || !drain.isComplete) return;
  try {
    const lastReport = await readSpoolReport(spool);
    const next = await tellOf(environment, drain, lastReport);
    if (JSON.stringify(next) !== JSON.stringify(lastReport)) await storeSpoolReport(spool, next);
  } catch (error) {
    logLine({ event: "spool_not_watched", ...describeFault(error) });
  }
}

async function tellOf(
  environment: Environment,
  { oldestAt, stuck: names }: Drain,
  lastReport: SpoolReport | null,
): Promise<SpoolReport> {
  const toldNames = lastReport?.toldStuck.filter((name) => names.includes(name)) ?? [];
  const untold = names.filter((name) => !toldNames.includes(name)).sort();
  const isLate = oldestAt !== null && Date.now() - oldestAt > spoolLateness;
  const isStuckTold = untold.length > 0 && (await tell(environment, stuck, `spool ${untold.join()}`));
  const isLateTold =
    isLate && (lastReport?.isLateTold || (await tell(environment, late, `spool late ${oldestAt}`)));
  return { oldestAt, isLateTold, stuck: names, toldStuck: isStuckTold ? names : toldNames };
}
