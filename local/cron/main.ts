import { endWithParent } from "#local/processes/lifeline.ts";
import { startSchedule } from "./cron.ts";

const { SCHEDULE_PORT, SCHEDULE_DIRECTORY, SCHEDULE_BINDINGS = "{}", SCHEDULE_SPOOL = "" } = process.env;

try {
  if (!SCHEDULE_DIRECTORY) throw new Error("SCHEDULE_DIRECTORY is not set.");
  const schedule = await startSchedule({
    port: Number(SCHEDULE_PORT ?? 0),
    directory: SCHEDULE_DIRECTORY,
    bindings: JSON.parse(SCHEDULE_BINDINGS),
    spool: SCHEDULE_SPOOL,
  });
  endWithParent(schedule.close);
  process.stdout.write("The scheduled Worker runs every 10 s\n");
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
