import { afterEach, expect, test, vi } from "vitest";
import { type RevokedSite, waitUntilFinal } from "#local/keys/final-revocation.ts";

const origin = "https://www.guaria.example";
const notFinal = "The revocation is not final: the live site still accepts the old key until npm run deploy.";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Waits for a site that publishes these keys, in turn; null is no answer. */
async function wait(site: Partial<RevokedSite>, answers: (string[] | null)[]) {
  vi.useFakeTimers();
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  let looks = 0;
  vi.stubGlobal("fetch", async (address: string) => {
    expect(address).toBe(`${origin}/api/auth/.well-known/jwks.json`);
    const keys = answers[Math.min(looks, answers.length - 1)];
    looks += 1;
    if (!keys) throw new Error("away");
    return Response.json({ keys: keys.map((kid) => ({ kid })) });
  });
  const end = waitUntilFinal({ origin, kid: "new", isDeploying: true, ...site }).then(
    () => null,
    ({ message }: Error) => message,
  );
  await vi.runAllTimersAsync();
  return { error: await end, lines: output.mock.calls.map(([line]) => String(line).trimEnd()), looks };
}

test("a revocation is final once the live site has only the new key", async () => {
  const { error, lines } = await wait({}, [["old"], null, ["new", "old"], [], ["new"]]);
  expect(error).toBeNull();
  expect(lines).toEqual([
    `Waiting until ${origin} has the new key and no other, for at most 15 minutes:`,
    "  0 s: the site has old",
    "  10 s: the site does not answer",
    "  20 s: the site has new, old",
    "  30 s: the site has no key",
    `The revocation is final: after 40 s ${origin} has the new key and no other.`,
    "Earlier deployments keep the old key: do not roll back to one.",
  ]);
});

test.each([
  ["keeps the old key", ["old"]],
  ["accepts both", ["new", "old"]],
  ["has another new key", ["other"]],
  ["does not answer", null],
])("a revocation is not final if the site %s until the limit", async (_, answer) => {
  const { error, looks } = await wait({}, [answer]);
  expect(error).toBe(`${origin} does not have the new key alone after 15 minutes. ${notFinal}`);
  expect(looks).toBe(91);
});

test("a revocation is not final, without a request, if no build started or the site has no address", async () => {
  expect(await wait({ isDeploying: false }, [["new"]])).toMatchObject({ error: notFinal, looks: 0 });
  expect(await wait({ origin: undefined }, [["new"]])).toMatchObject({
    error: `The file has no SITE_ORIGIN to look at. ${notFinal}`,
    looks: 0,
  });
});
