import { afterEach, expect, test, vi } from "vitest";
import { listenOnLoopback } from "#local/processes/loopback.ts";

let listener: Awaited<ReturnType<typeof listenOnLoopback>> | undefined;
afterEach(() => listener?.close());

test.each([
  [
    "at once",
    () => {
      throw new Error("the secret reason");
    },
  ],
  [
    "later",
    async () => {
      throw new Error("the secret reason");
    },
  ],
])(
  "a handler that throws %s answers 500 without its reason, which is logged, and the server goes on",
  async (_, fail) => {
    const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    listener = await listenOnLoopback(0, (_request, response, { path }) =>
      path === "/broken" ? fail() : void response.end("whole"),
    );
    const get = (path: string) => fetch(`http://localhost:${listener?.port}${path}`);
    const broken = await get("/broken");
    expect([broken.status, await broken.text()]).toEqual([500, "Something went wrong here.\n"]);
    expect(logged.mock.calls.join()).toContain("the secret reason");
    expect(await (await get("/")).text()).toBe("whole");
    logged.mockRestore();
  },
);

test("an answer that breaks off is cut, not ended as if it were whole", async () => {
  const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  listener = await listenOnLoopback(0, async (_request, response) => {
    await new Promise<void>((resolve) => response.write("half", () => resolve()));
    throw new Error("no more");
  });
  const response = await fetch(`http://localhost:${listener.port}`);
  await expect(response.text()).rejects.toThrow();
  logged.mockRestore();
});
