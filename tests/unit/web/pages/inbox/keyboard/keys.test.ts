import { describe, expect, test } from "vitest";
import { keyAction } from "#web/pages/inbox/keyboard/keys.ts";

const press = (key: string, { modifierAltGraph = false, ...held }: KeyboardEventInit = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  getModifierState: (name: string) => modifierAltGraph && name === "AltGraph",
  ...held,
});

describe("a key in the inbox", () => {
  test("moves, opens, marks, deletes, selects, searches, undoes, closes and shows help", () => {
    const keys = ["j", "k", "o", "u", "s", "#", "Delete", "x", "z", "/", "Escape", "?"];
    expect(keys.map((key) => keyAction(press(key), false))).toEqual([
      "next",
      "previous",
      "open",
      "toggle_read",
      "toggle_spam",
      "delete",
      "delete",
      "select",
      "undo",
      "search",
      "close",
      "help",
    ]);
    expect(keyAction(press("J"), false)).toBe("next");
  });

  test("selects a range with Shift, which some characters also need", () => {
    expect(keyAction(press("X", { shiftKey: true }), false)).toBe("select_range");
    expect(keyAction(press("?", { shiftKey: true }), false)).toBe("help");
    expect(keyAction(press("/", { shiftKey: true }), false)).toBe("search");
    expect(keyAction(press("U", { shiftKey: true }), false)).toBeNull();
  });

  test("does nothing during text input, with a modifier, or without an action", () => {
    expect(keyAction(press("j"), true)).toBeNull();
    for (const held of ["metaKey", "ctrlKey", "altKey"]) {
      for (const key of ["k", "#", "Delete", "/", "x"]) {
        expect(keyAction(press(key, { [held]: true }), false), `${held} ${key}`).toBeNull();
      }
    }
    expect(keyAction(press("q"), false)).toBeNull();
  });

  test("that is held down repeats movement only", () => {
    expect(keyAction(press("j", { repeat: true }), false)).toBe("next");
    for (const key of ["u", "s", "#", "x", "z", "Escape"]) {
      expect(keyAction(press(key, { repeat: true }), false), key).toBeNull();
    }
  });

  test("does nothing as a letter or sign while those are switched off", () => {
    for (const key of ["j", "u", "#", "?", "/"]) expect(keyAction(press(key), false, false), key).toBeNull();
    expect(keyAction(press("Delete"), false, false)).toBe("delete");
    expect(keyAction(press("Escape"), false, false)).toBe("close");
  });

  test("counts as plain when AltGr types it", () => {
    expect(keyAction(press("#", { ctrlKey: true, altKey: true, modifierAltGraph: true }), false)).toBe(
      "delete",
    );
  });
});
