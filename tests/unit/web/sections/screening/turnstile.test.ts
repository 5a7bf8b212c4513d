import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";

const siteKey = "1x00000000000000000000AA";
type WidgetOptions = { callback(token: string): void; "error-callback"(): boolean } & Record<string, unknown>;

/** Stubs the parts of a page that Turnstile uses. `loads` decides whether its script loads. */
function openPage({ pathname = "/contacto", loads = true, theme = "" } = {}) {
  const rendered: WidgetOptions[] = [];
  const scripts: string[] = [];
  const policies: Record<string, { createScriptURL(url: string): string }> = {};
  const resets: string[] = [];
  const createElement = () => {
    const listeners = new Map<string, () => void>();
    return {
      style: {},
      src: "",
      heard: listeners,
      addEventListener: (name: string, hear: () => void) => listeners.set(name, hear),
    };
  };
  vi.stubGlobal("location", { pathname });
  vi.stubGlobal("trustedTypes", {
    createPolicy: (name: string, policy: { createScriptURL(url: string): string }) => {
      policies[name] = policy;
    },
  });
  vi.stubGlobal("document", {
    createElement: createElement,
    documentElement: { dataset: theme ? { theme } : {} },
    head: {
      append(script: ReturnType<typeof createElement>) {
        scripts.push(policies.default?.createScriptURL(script.src) ?? "");
        if (loads) {
          vi.stubGlobal("turnstile", {
            render: (_: unknown, options: WidgetOptions) => `widget ${rendered.push(options)}`,
            reset: (widget: string) => void resets.push(widget),
          });
        }
        script.heard.get(loads ? "load" : "error")?.();
      },
    },
  });
  return { rendered, scripts, policies, resets, form: { after: () => {} } as unknown as HTMLElement };
}

/** Opens the form with this answer of the edge. `fetchStamp` counts its requests. */
async function openForm(answer: Partial<FormStampAnswer>) {
  vi.resetModules();
  const fetchStamp = vi.fn(async () => Response.json({ stamp: "a", ...answer }));
  vi.stubGlobal("fetch", fetchStamp);
  const { beginTurnstile } = await import("#web/sections/screening/turnstile.ts");
  const formStamp = await import("#web/sections/screening/form-stamp.ts");
  const { takeToken, renewToken } = await import("#web/sections/screening/turnstile.ts");
  formStamp.beginFormStamp();
  await formStamp.findSiteKey();
  return { beginTurnstile, takeToken, renewToken, fetchStamp };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("while the visitor fills in the form", () => {
  test("loads Turnstile once, in the page's language and theme, visible only for an interaction", async () => {
    const page = openPage({ pathname: "/en/contact", theme: "dark" });
    const form = await openForm({ turnstile_site_key: siteKey });
    expect(page.scripts).toEqual([]);
    for (let key = 0; key < 3; key++) form.beginTurnstile(page.form);
    await expect.poll(() => page.rendered).toHaveLength(1);
    expect(page.scripts).toEqual(["https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"]);
    expect(page.rendered[0]).toMatchObject({
      sitekey: siteKey,
      appearance: "interaction-only",
      language: "en",
      theme: "dark",
      "response-field": false,
    });
    expect(form.fetchStamp).toHaveBeenCalledOnce();
  });

  test("the page allows only the addresses of Turnstile's scripts", async () => {
    const page = openPage();
    (await openForm({ turnstile_site_key: siteKey })).beginTurnstile(page.form);
    await expect.poll(() => page.rendered).toHaveLength(1);
    expect(Object.keys(page.policies)).toEqual(["default"]);
    expect(Object.keys(page.policies.default ?? {})).toEqual(["createScriptURL"]);
    for (const url of [
      "/assets/a.js",
      "https://challenges.cloudflare.com.evil.example/a.js",
      "data:,alert(1)",
    ]) {
      expect(() => page.policies.default?.createScriptURL(url)).toThrow(TypeError);
    }
  });

  test.each([
    ["without a site key", "/contacto", {}],
    ["on another page with a form", "/", { turnstile_site_key: siteKey }],
  ])("loads nothing %s", async (_, pathname, answer) => {
    const page = openPage({ pathname });
    const form = await openForm(answer);
    form.beginTurnstile(page.form);
    await new Promise((resolve) => setImmediate(resolve));
    expect([page.scripts, page.policies, form.takeToken("a")]).toEqual([[], {}, null]);
  });

  test("the form works without a blocked script", async () => {
    const page = openPage({ loads: false });
    const form = await openForm({ turnstile_site_key: siteKey });
    form.beginTurnstile(page.form);
    await expect.poll(() => page.scripts).toHaveLength(1);
    expect([page.rendered, form.takeToken("a")]).toEqual([[], null]);
  });
});

describe("a token", () => {
  async function beginWidget() {
    const page = openPage();
    const form = await openForm({ turnstile_site_key: siteKey });
    form.beginTurnstile(page.form);
    await expect.poll(() => page.rendered).toHaveLength(1);
    return { ...page, ...form, give: (token: string) => page.rendered[0]?.callback(token) };
  }

  test("belongs to one message with all attempts, and the next message gets another", async () => {
    const { give, takeToken, renewToken, resets } = await beginWidget();
    expect(takeToken("first")).toBeNull();
    give("one");
    expect([takeToken("first"), takeToken("second"), takeToken("first")]).toEqual(["one", null, "one"]);
    renewToken("second");
    expect(resets).toEqual([]);
    renewToken("first");
    expect([resets, takeToken("second")]).toEqual([["widget 1"], null]);
    give("two");
    expect(takeToken("second")).toBe("two");
  });

  test("that is too old to arrive in time is not sent", async () => {
    const { give, takeToken } = await beginWidget();
    give("one");
    const givenAt = Date.now();
    vi.setSystemTime(givenAt + 285_000);
    expect(takeToken("first")).toBe("one");
    vi.setSystemTime(givenAt + 285_001);
    expect(takeToken("first")).toBeNull();
  });
});
