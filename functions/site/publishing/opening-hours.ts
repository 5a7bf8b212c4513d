import { type Hours, weekDays } from "#cms/content/hours.ts";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { contentSource } from "#functions/site/content/source.ts";

const query = `*[_type == "siteSettings" && _id == "siteSettings"][0].hours[]{days, opens, closes}`;

/**
 * Copies the published opening hours into the database, where they decide whether an answer came within a business
 * hour. Never throws, and logs failures. The stored hours stay until the next run.
 */
export async function storeOpeningHours(environment: Environment): Promise<void> {
  try {
    const hours = await contentSource(environment).fetch<Omit<Hours, "_key">[] | null>(query);
    const days = (hours ?? []).flatMap(({ days: openDays, opens, closes }) =>
      openDays.map((day) => ({ weekday: weekDays.indexOf(day) + 1, opens, closes })),
    );
    await connect(environment).run("content", {
      stored: [
        sql`delete from opening_hours`,
        sql`
          insert into opening_hours (weekday, opens, closes)
          select weekday, opens, closes
          from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as day (weekday integer, opens time, closes time)
          where closes > opens`,
      ],
    });
  } catch (error) {
    logLine({ event: "opening_hours_not_stored", ...describeFault(error) });
  }
}
