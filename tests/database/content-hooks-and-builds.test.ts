import { createHash, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const content = { service: "content" };
const bytes = () => createHash("sha256").update(randomUUID()).digest();
const take = "insert into content_hooks (signature_hash, idempotency_key) values ($1, $2)";
const ask = "insert into site_builds (id, due_at) values ($1, now())";

describeOnEmbedded("content_hooks and site_builds", (server) => {
  const { database, calls } = databaseForSuite(server);
  beforeEach(() => database.asOwner("truncate content_hooks, site_builds"));

  test("rejects a webhook with a known signature or idempotency key (23505)", async () => {
    const [hash, key] = [bytes(), randomUUID()];
    await calls.as(content, take, [hash, key]);
    await expect(calls.as(content, take, [hash, randomUUID()])).rejects.toMatchObject({ code: "23505" });
    await expect(calls.as(content, take, [bytes(), key])).rejects.toMatchObject({ code: "23505" });
    await calls.as(content, take, [bytes(), null]);
    await calls.as(content, take, [bytes(), null]);
  });

  test("at most one build collects changes (23505)", async () => {
    await calls.as(content, ask, [randomUUID()]);
    await expect(calls.as(content, ask, [randomUUID()])).rejects.toMatchObject({ code: "23505" });
    await calls.as(content, "update site_builds set leased_at = now()");
    await calls.as(content, ask, [randomUUID()]);
  });

  test("a build starts under a lease and has a hexadecimal fingerprint (23514)", async () => {
    await calls.as(content, ask, [randomUUID()]);
    for (const [change, constraint] of [
      ["started_at = now()", "site_builds_started_under_a_lease"],
      ["fingerprint = 'home'", "site_builds_fingerprint_hexadecimal"],
      ["attempts = -1", "site_builds_attempts_counted"],
    ]) {
      await expect(calls.as(content, `update site_builds set ${change}`)).rejects.toMatchObject({
        code: "23514",
        constraint,
      });
    }
  });
});
