import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "#web/pages/sign-in/types.ts";
import { isForSignedIn, recallView, storeView, toView } from "#web/pages/sign-in/view.ts";

const signUpLink: View = { name: "link", purpose: "signup", tokenHash: "abc-_1" };

test.each<[string, View | null]>([
  ["#token_hash=abc-_1&type=signup", signUpLink],
  ["#token_hash=abc-_1&type=email_change", { ...signUpLink, purpose: "email_change" }],
  ["#cuenta", { name: "account" }],
  ["#account", { name: "account" }],
  ["#recuperar", { name: "recover" }],
  ["#recover", { name: "recover" }],
  ...["", "#", "#main", "#token_hash=abc", "#token_hash=abc&type=toString", "#toString"].map(
    (hash): [string, null] => [hash, null],
  ),
])("the address %s opens the view %j", (hash, view) => {
  expect(toView(hash)).toEqual(view);
});

test.each<[View, boolean]>([
  [{ name: "sign_in" }, false],
  [{ name: "sign_up" }, false],
  [{ name: "check_mail", purpose: "signup", email: "", sentAt: 0 }, false],
  [{ name: "new_password" }, true],
  [signUpLink, true],
  [{ name: "account" }, true],
])("a signed-in visitor may use the view %j: %s", (view, isAllowed) => {
  expect(isForSignedIn(view)).toBe(isAllowed);
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
