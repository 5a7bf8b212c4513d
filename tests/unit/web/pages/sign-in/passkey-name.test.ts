import { expect, test } from "vitest";
import { namePasskey } from "#web/pages/sign-in/account/device.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.each([
  ["the browser and the system", chrome, undefined, "Chrome · Windows"],
  ["what keeps it, too, where that is known", chrome, "Windows Hello", "Chrome · Windows · Windows Hello"],
  ["nothing where nothing is known", "curl/8", undefined, ""],
])("a new passkey is named by %s", (_, userAgent, keeper, name) => {
  expect(namePasskey(userAgent, keeper)).toBe(name);
});
