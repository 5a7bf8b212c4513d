import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { leaveFlash, takeFlash } from "#web/ui/flash.ts";
import { hasWaitingFlash } from "#web/ui/flash-waits.ts";

const stored = new Map<string, string>();
const storage = new Proxy(
  {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
  { has: (_, key) => stored.has(String(key)) },
);
const toast = { title: "Sesión iniciada", description: "Bienvenido de vuelta.", tone: "success" } as const;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", storage);
});
afterAll(() => vi.unstubAllGlobals());

describe("a toast for the next document", () => {
  test("is read once", () => {
    expect(hasWaitingFlash()).toBe(false);
    leaveFlash(toast);
    expect(hasWaitingFlash()).toBe(true);
    expect(takeFlash()).toEqual([toast]);
    expect(hasWaitingFlash()).toBe(false);
    expect(takeFlash()).toEqual([]);
  });

  test("waits behind the previous toast", () => {
    leaveFlash(toast);
    leaveFlash({ title: "El buzón es solo para administradores", tone: "critical" });
    expect(takeFlash().map(({ title }) => title)).toEqual([
      "Sesión iniciada",
      "El buzón es solo para administradores",
    ]);
  });

  test("is ignored if storage is invalid or forbidden", () => {
    stored.set("flash", "not JSON");
    expect(takeFlash()).toEqual([]);
    expect(hasWaitingFlash()).toBe(false);
    vi.stubGlobal("sessionStorage", undefined);
    expect(() => leaveFlash(toast)).not.toThrow();
    expect(hasWaitingFlash()).toBe(false);
    expect(takeFlash()).toEqual([]);
  });
});
