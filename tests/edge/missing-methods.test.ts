import { describe, expect, test } from "vitest";
import { roles, rows } from "../support/calls-of-the-api.ts";
import { addressOf, methods, outcomeOf, routes, startEdgeForRoles } from "../support/edge-for-roles.ts";
import { startForSuite } from "../support/suite.ts";

const matches = (pattern: string, path: string) => {
  const rule = pattern.replace(/:\w+(?:\{(.*)\})?|[*.]/g, (part, own = "[^/]+") =>
    part === "." ? "\\." : part === "*" ? ".+" : own,
  );
  return new RegExp(`^${rule}$`).test(path);
};

/** Returns the methods of all routes at an address. */
function allowedAt(path: string): string[] {
  const found = routes.filter((route) => matches(route.path, path)).map(({ method }) => method);
  if (found.includes("ALL")) return [...methods];
  return methods.filter((method) => found.includes(method === "HEAD" ? "GET" : method));
}

const paths = [...new Set(Object.keys(rows).map((name) => addressOf(name.split(" ")[1] as string)))];

const api = startForSuite(startEdgeForRoles);

describe("a missing method is answered 405 for every role, with the allowed methods", () => {
  test.each(paths)("%s", async (path) => {
    const allowed = allowedAt(path);
    const missing = methods.filter((method) => !allowed.includes(method));
    for (const role of roles) {
      await Promise.all(
        missing.map(async (method) => {
          const response = await api.ask(role, method, path, {});
          const code = path.startsWith("/api/auth/") ? "not_found" : "method_not_allowed";
          const due = method === "HEAD" ? "405" : `405 ${code}`;
          expect([role, method, await outcomeOf(response, method)]).toEqual([role, method, due]);
          expect(response.headers.get("Allow")?.split(", ").sort()).toEqual([...allowed].sort());
        }),
      );
    }
  });
});
