import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isForSignedIn, recallView, storeView, toView } from "#web/pages/sign-in/view.ts";

describe("the address of the sign-in page", () => {
  test("opens a mailed link, the account, or the form for a forgotten password, in both languages", () => {
    expect(toView("#token_hash=abc-_1&type=signup")).toEqual({
      name: "link",
      purpose: "signup",
      tokenHash: "abc-_1",
    });
    expect(toView("#token_hash=abc&type=email_change")).toMatchObject({ purpose: "email_change" });
    expect(toView("#cuenta")).toEqual({ name: "account" });
    expect(toView("#account")).toEqual({ name: "account" });
    expect(toView("#recuperar")).toEqual({ name: "recover" });
    expect(toView("#recover")).toEqual({ name: "recover" });
  });

  test("opens no view for any other fragment", () => {
    for (const hash of ["", "#", "#main", "#token_hash=abc", "#token_hash=abc&type=toString", "#toString"]) {
      expect(toView(hash), hash).toBeNull();
    }
  });
});

describe("a signed-in visitor", () => {
  test("may use account views, but not the forms for sign-in and sign-up", () => {
    expect(isForSignedIn({ name: "sign_in" })).toBe(false);
    expect(isForSignedIn({ name: "sign_up" })).toBe(false);
    expect(isForSignedIn({ name: "check_mail", purpose: "signup", email: "", sentAt: 0 })).toBe(false);
    expect(isForSignedIn({ name: "new_password" })).toBe(true);
    expect(isForSignedIn({ name: "link", purpose: "signup", tokenHash: "a" })).toBe(true);
    expect(isForSignedIn({ name: "account" })).toBe(true);
  });
});

describe("a reloaded page", () => {
  beforeEach(() => {
    const storedViews = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => storedViews.get(key) ?? null,
      setItem: (key: string, value: string) => storedViews.set(key, value),
      removeItem: (key: string) => storedViews.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const link = { name: "link", purpose: "recovery", tokenHash: "abc" } as const;

  test("restores its view for an hour", () => {
    storeView(link, 0);
    expect(recallView(3_599_000)).toEqual(link);
    expect(recallView(3_600_000)).toBeNull();
  });

  test("forgets a link when another view opens", () => {
    storeView(link, 0);
    storeView({ name: "spent_link", purpose: "recovery" }, 1);
    expect(recallView(2)).toBeNull();
  });

  test("shows the form if storage is invalid or forbidden", () => {
    sessionStorage.setItem("auth.view", "{");
    expect(recallView(0)).toBeNull();
    vi.stubGlobal("sessionStorage", undefined);
    storeView(link, 0);
    expect(recallView(0)).toBeNull();
  });
});
