import { afterEach, expect, test, vi } from "vitest";
import { readSettings } from "#local/settings.ts";

afterEach(() => vi.unstubAllEnvs());

test.each(["Ana <ana@example.com>", "<ana@example.com>", "ana@example.com, eva@example.com", "ana"])(
  "rejects an administrator's address that is malformed or has a name, in one sentence (%s)",
  (value) => {
    vi.stubEnv("ADMIN_EMAIL", value);
    expect(readSettings).toThrow(
      `ADMIN_EMAIL has to be one mail address without a name, such as ana@example.com, and is "${value}".`,
    );
  },
);

test("trims spaces around the administrator's address", () => {
  vi.stubEnv("ADMIN_EMAIL", " ana@example.com ");
  expect(readSettings().adminEmail).toBe("ana@example.com");
});
