import { createHash, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const content = { service: "content" };
const createHashBytes = () => createHash("sha256").update(randomUUID()).digest();
const insertHook = "insert into content_hooks (signature_hash, idempotency_key) values ($1, $2)";
const insertBuild = "insert into site_builds (id, due_at) values ($1, now())";

describeOnEmbedded("content_hooks and site_builds", (server) => {
  const { database, calls } = databaseForSuite(server);
  beforeEach(() => database.asOwner("truncate content_hooks, site_builds"));

  test("rejects a webhook with a known signature or idempotency key (23505)", async () => {
    const [hash, key] = [createHashBytes(), randomUUID()];
    await calls.as(content, insertHook, [hash, key]);
    await expect(calls.as(content, insertHook, [hash, randomUUID()])).rejects.toMatchObject({
      code: "23505",
    });
    await expect(calls.as(content, insertHook, [createHashBytes(), key])).rejects.toMatchObject({
      code: "23505",
    });
    await calls.as(content, insertHook, [createHashBytes(), null]);
    await calls.as(content, insertHook, [createHashBytes(), null]);
  });

  test("at most one build collects changes (23505)", async () => {
    await calls.as(content, insertBuild, [randomUUID()]);
    await expect(calls.as(content, insertBuild, [randomUUID()])).rejects.toMatchObject({ code: "23505" });
    await calls.as(content, "update site_builds set leased_at = now()");
    await calls.as(content, insertBuild, [randomUUID()]);
  });

  test("a build starts under a lease and has a hexadecimal fingerprint (23514)", async () => {
    await calls.as(content, insertBuild, [randomUUID()]);
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
