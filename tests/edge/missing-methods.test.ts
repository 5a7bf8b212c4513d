import { describe, expect, test } from "vitest";
import { callExpectations, roles } from "../support/calls-of-the-api.ts";
import { methods, readOutcome, routes, startEdgeForRoles, toAddress } from "../support/edge-for-roles.ts";
import { startForSuite } from "../support/suite.ts";

const isMatch = (pattern: string, path: string) => {
  const rule = pattern.replace(/:\w+(?:\{(.*)\})?|[*.]/g, (part, constraint = "[^/]+") =>
    part === "." ? "\\." : part === "*" ? ".+" : constraint,
  );
  return new RegExp(`^${rule}$`).test(path);
};

/** Returns the methods of all routes at an address. */
function findAllowedMethods(path: string): string[] {
  const foundMethods = routes.filter((route) => isMatch(route.path, path)).map(({ method }) => method);
  if (foundMethods.includes("ALL")) return [...methods];
  return methods.filter((method) => foundMethods.includes(method === "HEAD" ? "GET" : method));
}

const paths = [
  ...new Set(Object.keys(callExpectations).map((name) => toAddress(name.split(" ")[1] as string))),
];

const api = startForSuite(startEdgeForRoles);

describe("a missing method is answered 405 for every role, with the allowed methods", () => {
  test.each(paths)("%s", async (path) => {
    const allowedMethods = findAllowedMethods(path);
    const missingMethods = methods.filter((method) => !allowedMethods.includes(method));
    for (const role of roles) {
      await Promise.all(
        missingMethods.map(async (method) => {
          const response = await api.ask(role, method, path, {});
          const code = path.startsWith("/api/auth/") ? "not_found" : "method_not_allowed";
          const expectedOutcome = method === "HEAD" ? "405" : `405 ${code}`;
          expect([role, method, await readOutcome(response, method)]).toEqual([
            role,
            method,
            expectedOutcome,
          ]);
          expect(response.headers.get("Allow")?.split(", ").sort()).toEqual([...allowedMethods].sort());
        }),
      );
    }
  });
});
