import { describe, expect, test } from "vitest";
import { type CallExpectation, callExpectations, refusals, roles } from "../support/calls-of-the-api.ts";
import { methods, readOutcome, routes, startEdgeForRoles, toAddress } from "../support/edge-for-roles.ts";
import { startForSuite } from "../support/suite.ts";

const toRouteName = (path: string) => path.replace(/\{.*\}/, "");

const api = startForSuite(startEdgeForRoles);

test("every route has a row, and every row has a route", () => {
  const routeNames = new Set(routes.map(({ method, path }) => `${method} ${toRouteName(path)}`));
  expect(Object.keys(callExpectations).sort()).toEqual([...routeNames].sort());
});

test("every call has an expected answer", () => {
  const callsWithoutAnswer = Object.entries(callExpectations).filter(([, { asked }]) => asked.length === 0);
  const advice = "add these calls to `ownOutcomes` (tests/support/calls-of-the-api.ts)";
  expect(
    callsWithoutAnswer.map(([name]) => name),
    advice,
  ).toEqual([]);
});

describe("a caller without the right is rejected regardless of input, and others get the errors of their input", () => {
  test.each(
    Object.entries(callExpectations).map(([name, { who: allowedRole }]) => [name, allowedRole] as const),
  )("%s is for %s", async (name) => {
    const [mounted, path] = name.split(" ") as [string, string];
    const { who: allowedRole, asked: requests } = callExpectations[name] as CallExpectation;
    const sentBy = mounted === "ALL" ? methods : mounted === "GET" ? ["GET", "HEAD"] : [mounted];
    for (const role of roles) {
      const cells = sentBy.flatMap((method) => requests.map((request) => ({ method, ...request })));
      const outcomes = await Promise.all(
        cells.map(async ({ method, sent: createRequest, query = "", parameter }) => {
          const response = await api.ask(
            role,
            method,
            toAddress(path, parameter) + query,
            (await createRequest?.()) ?? {},
          );
          return `${method} ${await readOutcome(response, method)}`;
        }),
      );
      const expected = cells.map(({ method, outcome }) => {
        const expectedOutcome = refusals[allowedRole].get(role) ?? outcome;
        return `${method} ${method === "HEAD" ? expectedOutcome.split(" ")[0] : expectedOutcome}`;
      });
      expect([role, ...outcomes]).toEqual([role, ...expected]);
    }
  });
});

/** Returns the methods of all routes at an address. */
function findAllowedMethods(address: string): string[] {
  const isAtAddress = ({ path }: { path: string }) => {
    const pattern = path.replace(/:\w+(?:\{(.*)\})?|[*.]/g, (part, constraint = "[^/]+") =>
      part === "." ? "\\." : part === "*" ? ".+" : constraint,
    );
    return new RegExp(`^${pattern}$`).test(address);
  };
  const foundMethods = routes.filter(isAtAddress).map(({ method }) => method);
  if (foundMethods.includes("ALL")) return [...methods];
  return methods.filter((method) => foundMethods.includes(method === "HEAD" ? "GET" : method));
}

describe("a missing method is answered 405 with the allowed methods, whoever asks", () => {
  test.each([
    ...new Set(Object.keys(callExpectations).map((name) => toAddress(name.split(" ")[1] as string))),
  ])("%s", async (address) => {
    const allowedMethods = findAllowedMethods(address);
    const code = address.startsWith("/api/auth/") ? "not_found" : "method_not_allowed";
    for (const method of methods.filter((method) => !allowedMethods.includes(method))) {
      for (const role of ["nobody", "an administrator"] as const) {
        const response = await api.ask(role, method, address, {});
        const outcome = [role, method, await readOutcome(response, method)];
        expect(outcome).toEqual([role, method, method === "HEAD" ? "405" : `405 ${code}`]);
        expect(response.headers.get("Allow")?.split(", ").sort()).toEqual([...allowedMethods].sort());
      }
    }
  });
});
