import { expect, test } from "vitest";
import { timeZone } from "#cms/content/site.ts";
import { contactFields, describeField, toColumn } from "#functions/contract/contact.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const tables = `select oid, relname, relrowsecurity, relforcerowsecurity, relowner from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

describeOnOneEngine("the schema", (server) => {
  const { database, calls } = databaseForSuite(server);

  test("begins without anyone who could sign in", async () => {
    const signInTables = [
      "accounts",
      "profiles",
      "sessions",
      "one_time_tokens",
      "passkeys",
      "recovery_codes",
    ];
    for (const table of signInTables)
      expect(await database.asOwner(`select from ${table}`), table).toEqual([]);
  });

  test("forces row-level security on every table", async () => {
    const openTables = `select relname from (${tables}) t where not (relrowsecurity and relforcerowsecurity)`;
    expect(await database.asOwner(openTables)).toEqual([]);
  });

  test("has a policy for the operator on every table", async () => {
    const tablesWithoutPolicy = `select relname from (${tables}) t
      where not exists (select from pg_policy where polrelid = t.oid and polname = 'operator')`;
    expect(await database.asOwner(tablesWithoutPolicy)).toEqual([]);
  });

  test("has a policy for every right that a role has on a table", async () => {
    const withoutPolicy = `select format('create policy … on %s for %s to %s', relname, command, role) as missing
      from (${tables}) t, unnest(array['edge', 'backup']) role, unnest(array['select', 'insert', 'update', 'delete']) command
      where (has_table_privilege(role, oid, command)
          or command <> 'delete' and has_any_column_privilege(role, oid, command))
        and not exists (select from pg_policies where schemaname = 'public' and tablename = relname
          and role = any (roles) and cmd in ('ALL', upper(command)))`;
    expect(await database.asOwner(withoutPolicy)).toEqual([]);
  });

  test("counts days in the time zone of the site", async () => {
    const days = `select moment from generate_series('2026-01-01', '2027-01-01', interval '1 hour') moment
      where company_day(moment) <> (moment at time zone $1)::date or company_day(day_start(moment::date)) <> moment::date
        or company_day(day_start(moment::date) - interval '1 microsecond') = moment::date`;
    expect(await database.asOwner(days, [timeZone])).toEqual([]);
  });

  test("gives every check a descriptive name", async () => {
    const unnamedChecks = `select conrelid::regclass::text, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conname ~ '_check[0-9]*$'`;
    expect(await database.asOwner(unnamedChecks)).toEqual([]);
  });

  test("describes every table, column and function", async () => {
    const undescribedParts = `
      select relname as thing from (${tables}) t where obj_description(oid, 'pg_class') is null
      union all
      select relname || '.' || attname from (${tables}) t join pg_attribute on attrelid = oid
        where attnum > 0 and not attisdropped and col_description(oid, attnum) is null
      union all
      select proname from pg_proc where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null`;
    expect(await database.asOwner(undescribedParts)).toEqual([]);
  });

  test("indexes every foreign key", async () => {
    const unindexedKeys = `select conrelid::regclass::text, conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`;
    expect(await database.asOwner(unindexedKeys)).toEqual([]);
  });

  test.each(["edge", "backup"])("the role %s owns nothing and has no special powers", async (role) => {
    const owner = `(select oid from pg_roles where rolname = '${role}')`;
    const owned = `select relname from pg_class where relowner = ${owner}
      union all select proname from pg_proc where proowner = ${owner}
      union all select nspname from pg_namespace where nspowner = ${owner}
      union all select roleid::regrole::text from pg_auth_members where member = ${owner}`;
    expect(await database.asOwner(owned)).toEqual([]);
    const powers = `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as any
      from pg_roles where rolname = '${role}'`;
    expect(await database.asOwner(powers)).toEqual([{ any: false }]);
  });

  test("the edge cannot grant its rights", async () => {
    await calls.as(null, "grant select, insert on contact_submissions to public");
    const granted = `select relname from pg_class, aclexplode(relacl)
      where relnamespace = 'public'::regnamespace and grantee = 0`;
    expect(await database.asOwner(granted)).toEqual([]);
  });

  test("has a column for every contact field, and take_message or a trigger fills every column", async () => {
    // Boolean columns are marks, which take_message sets.
    const columns = (
      await database.asOwner(`select attname from pg_attribute
        where attrelid = 'contact_submissions'::regclass and attnum > 0 and not attisdropped
          and atttypid <> 'boolean'::regtype`)
    ).map(({ attname }) => String(attname));
    const [{ prosrc: body } = {}] = await database.asOwner(
      "select prosrc from pg_proc where proname = 'take_message'",
    );
    // The columns that take_message adds to the columns of the message.
    const [, addedFields = ""] =
      /\) \|\| jsonb_build_object\(([\s\S]*?)\n\s*\)\) columns/.exec(String(body)) ?? [];
    const [{ triggers } = {}] = await database.asOwner(
      `select string_agg(prosrc, '') as triggers from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where tgrelid = 'contact_submissions'::regclass`,
    );
    const setColumns = [
      ...addedFields.matchAll(/'(\w+)',/g),
      ...String(triggers).matchAll(/new\.(\w+) :=/g),
    ].map(([, column]) => column);
    expect(setColumns).toContain("created_at");
    const sentColumns = ["id", ...contactFields.map((field) => toColumn(field))];
    expect([
      ...contactFields
        .filter((field) => !columns.includes(toColumn(field)))
        .map(
          (field) =>
            `contact_submissions.${toColumn(field)} is missing: take_message drops the contact field ${field}. Add the column in a migration.`,
        ),
      ...columns
        .filter((column) => ![...sentColumns, ...setColumns].includes(column))
        .map(
          (column) =>
            `take_message leaves contact_submissions.${column} null: add its field to contactFieldTable in functions/contract/contact.ts, or set it in take_message or a trigger.`,
        ),
    ]).toEqual([]);
  });

  test("a change of messages locks the row of a sender before the totals of the inbox", async () => {
    const triggers = await database.asOwner(`select action_statement from information_schema.triggers
      where event_object_table = 'contact_submissions' and event_manipulation = 'UPDATE' and action_timing = 'AFTER'
      order by trigger_name`);
    const names = triggers.map(({ action_statement }) => /(\w+)\(\)$/.exec(String(action_statement))?.[1]);
    expect(names.slice(names.indexOf("learn_of_senders"))).toEqual(
      expect.arrayContaining(["update_inbox_totals", "update_inbox_counts"]),
    );
  });

  test("limits the contact fields as the contract does", async () => {
    const checks =
      await database.asOwner(`select conname, pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = 'contact_submissions'::regclass and contype = 'c'`);
    const rules = new Map(checks.map(({ conname, rule }) => [String(conname), String(rule)]));
    const readRule = (column: string, suffix: string, pattern: RegExp) => {
      const name = `contact_submissions_${column}_${suffix}`;
      return { name, values: [...(rules.get(name) ?? "").matchAll(pattern)].map(([, value]) => value) };
    };
    for (const field of contactFields) {
      const { limit, options } = describeField(field);
      const column = toColumn(field);
      if (limit) {
        const { name, values } = readRule(column, "length", /<= (\d+)/g);
        expect(values, name).toEqual([String(limit)]);
      }
      if (options) {
        const { name, values } = readRule(column, "known", /'([^']+)'/g);
        expect(values, name).toEqual(options);
      }
    }
  });
});
