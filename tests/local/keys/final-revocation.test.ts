import { expect, test } from "vitest";
import { type RevokedSite, waitUntilFinal } from "#local/keys/final-revocation.ts";

const origin = "https://www.guaria.example";
const notFinal = "The revocation is not final: the live site still accepts the old key until npm run deploy.";

/** Waits for a site that publishes these keys, in turn; null is no answer. The clock moves only during sleep. */
async function wait(site: Partial<RevokedSite>, answers: (string[] | null)[]) {
  let nowMs = 0;
  let looks = 0;
  const lines: string[] = [];
  const error = await waitUntilFinal(
    { origin, kid: "new", isDeploying: true, ...site },
    {
      fetch: async (address) => {
        expect(address).toBe(`${origin}/api/auth/.well-known/jwks.json`);
        const keys = answers[Math.min(looks, answers.length - 1)];
        looks += 1;
        if (!keys) throw new Error("away");
        return Response.json({ keys: keys.map((kid) => ({ kid })) });
      },
      say: (line) => void lines.push(line),
      now: () => nowMs,
      sleep: async (timeMs) => {
        nowMs += timeMs;
      },
      intervalMs: 10_000,
      limitMs: 900_000,
    },
  ).then(
    () => null,
    ({ message }: Error) => message,
  );
  return { error, lines, looks, nowMs };
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
  const { error, looks, nowMs } = await wait({}, [answer]);
  expect(error).toBe(`${origin} does not have the new key alone after 15 minutes. ${notFinal}`);
  expect([looks, nowMs]).toEqual([91, 900_000]);
});

test("a revocation is not final, without a request, if no build started or the site has no address", async () => {
  expect(await wait({ isDeploying: false }, [["new"]])).toMatchObject({ error: notFinal, looks: 0 });
  expect(await wait({ origin: undefined }, [["new"]])).toMatchObject({
    error: `The file has no SITE_ORIGIN to look at. ${notFinal}`,
    looks: 0,
  });
});
