import { describe, expect, test } from "vitest";
import { type Row, refusals, roles, rows } from "../support/calls-of-the-api.ts";
import { addressOf, methods, outcomeOf, routes, startEdgeForRoles } from "../support/edge-for-roles.ts";
import { startForSuite } from "../support/suite.ts";

const nameOf = (path: string) => path.replace(/\{.*\}/, "");

const api = startForSuite(startEdgeForRoles);

test("every route has a row, and every row has a route", () => {
  const there = new Set(routes.map(({ method, path }) => `${method} ${nameOf(path)}`));
  expect(Object.keys(rows).sort()).toEqual([...there].sort());
});

describe("a caller without the right is rejected regardless of input, and others get the errors of their input", () => {
  test.each(Object.entries(rows).map(([name, { who }]) => [name, who] as const))(
    "%s is for %s",
    async (name) => {
      const [mounted, path] = name.split(" ") as [string, string];
      const { who, asked } = rows[name] as Row;
      const sentBy = mounted === "ALL" ? methods : mounted === "GET" ? ["GET", "HEAD"] : [mounted];
      for (const role of roles) {
        const cells = sentBy.flatMap((method) => asked.map((each) => ({ method, ...each })));
        const outcomes = await Promise.all(
          cells.map(async ({ method, sent, query = "", parameter }) => {
            const response = await api.ask(
              role,
              method,
              addressOf(path, parameter) + query,
              (await sent?.()) ?? {},
            );
            return `${method} ${await outcomeOf(response, method)}`;
          }),
        );
        const expected = cells.map(({ method, outcome }) => {
          const due = refusals[who].get(role) ?? outcome;
          return `${method} ${method === "HEAD" ? due.split(" ")[0] : due}`;
        });
        expect([role, ...outcomes]).toEqual([role, ...expected]);
      }
    },
  );
});
