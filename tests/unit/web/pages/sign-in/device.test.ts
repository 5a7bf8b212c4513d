import { describe, expect, test } from "vitest";
import { namePasskey, toDevice, toPlaceName } from "#web/pages/sign-in/account/device.ts";

const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = `(iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webKit}`;
const chrome = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36`;

const agents: [string, string | null, string | null][] = [
  [`${chrome} Edg/140.0.0.0`, "Edge", "Windows"],
  [`Mozilla/5.0 ${iPhone} Version/19.0 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`Mozilla/5.0 ${iPhone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/19.0 Safari/605.1.15`, "Safari", "Mac"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/140.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  ["curl/8.5.0", null, null],
];

describe("a session in the list", () => {
  test.each(agents)("has the name of its device: %s", (agent, browser, system) => {
    expect(toDevice(agent)).toEqual({ browser, system });
  });

  test("has no device without a user agent", () => {
    expect(toDevice(null)).toEqual({ browser: null, system: null });
  });

  test("has the location of Cloudflare, in the user's language", () => {
    expect(toPlaceName({ city: "San José", country: "CR" }, "es")).toBe("San José, Costa Rica");
    expect(toPlaceName({ city: null, country: "DE" }, "es")).toBe("Alemania");
    expect(toPlaceName({ city: null, country: "DE" }, "en")).toBe("Germany");
    expect(toPlaceName({ city: "Heredia", country: null }, "en")).toBe("Heredia");
  });

  test("has no location for Tor, unknown and invalid countries", () => {
    for (const country of ["T1", "XX", "", "germany", null]) {
      expect(toPlaceName({ city: null, country }, "es")).toBeNull();
    }
  });
});

test.each([
  ["the browser and the system", chrome, undefined, "Chrome · Windows"],
  ["also its provider, if it is known", chrome, "Windows Hello", "Chrome · Windows · Windows Hello"],
  ["nothing without a known browser", "curl/8", undefined, ""],
])("a new passkey is named by %s", (_, userAgent, keeper, name) => {
  expect(namePasskey(userAgent, keeper)).toBe(name);
});
