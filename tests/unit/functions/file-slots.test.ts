import { Hono } from "hono";
import { expect, test } from "vitest";
import { readSentForm } from "#functions/files/form.ts";
import { createSlots } from "#functions/files/slots.ts";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";

test("rejects work while all slots are taken, and frees a slot when work ends or fails", async () => {
  const withSlot = createSlots(2);
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const firstWork = withSlot(() => first.promise);
  const secondWork = withSlot(() => second.promise);
  await expect(withSlot(async () => "third")).rejects.toThrow(TooManyAttempts);
  first.resolve("first");
  expect(await firstWork).toBe("first");
  expect(await withSlot(async () => "third")).toBe("third");
  second.reject(new Error("The bucket is away."));
  await expect(secondWork).rejects.toThrow("The bucket is away.");
  const rest = await Promise.all(["fourth", "fifth"].map((name) => withSlot(async () => name)));
  expect(rest).toEqual(["fourth", "fifth"]);
});

test("reads one large form at a time, and small ones beside it", async () => {
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("client", { network: null } as AppEnv["Variables"]["client"]);
      await next();
    })
    .post("/", async (c) => c.text((await readSentForm(c)).fields.name ?? ""))
    .onError((error, c) => c.text(error.name, 429));
  const toBody = (name: string) =>
    new TextEncoder().encode(
      `--edge\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--edge--\r\n`,
    );
  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const type = { "Content-Type": "multipart/form-data; boundary=edge" };
    const init = { method: "POST", headers: { ...type, ...headers }, body, duplex: "half" };
    return (await app.request("/", init as RequestInit)).text();
  };
  const begun = Promise.withResolvers<ReadableStreamDefaultController>();
  const slowBody = new ReadableStream({ pull: (controller) => begun.resolve(controller) });
  const slowAnswer = post(slowBody);
  const slowController = await begun.promise;
  expect(await post(toBody("Luz"), { "Content-Length": "2000000" })).toBe("TooManyAttempts");
  expect(await post(toBody("Eva"), { "Content-Length": "100" })).toBe("Eva");
  slowController.enqueue(toBody("Ana"));
  slowController.close();
  expect(await slowAnswer).toBe("Ana");
  expect(await post(toBody("Luz"), { "Content-Length": "2000000" })).toBe("Luz");
});
