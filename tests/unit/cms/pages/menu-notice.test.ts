import { expect, test } from "vitest";
import { isInNavigation } from "#cms/pages/menu-notice.tsx";

const page = (_ref: string) => ({ _type: "reference", _key: _ref, _ref });
const navigation = {
  _id: "navigation",
  menu: [
    { _key: "a", _type: "menuLink", page: page("contact") },
    { _key: "b", _type: "menuGroup", title: { es: "about" }, pages: [page("cctv")] },
  ],
  footerPages: [page("home")],
  endPages: [page("privacy")],
};

test("finds a page in the menu, a group of it, the footer and its last line, and nowhere else", () => {
  for (const id of ["contact", "cctv", "home", "privacy"]) expect(isInNavigation(navigation, id)).toBe(true);
  expect(isInNavigation(navigation, "about")).toBe(false);
  expect(isInNavigation({ _id: "navigation", menu: null }, "about")).toBe(false);
  expect(isInNavigation(null, "about")).toBe(false);
});
