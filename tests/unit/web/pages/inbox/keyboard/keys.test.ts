import { describe, expect, test } from "vitest";
import { toKeyAction } from "#web/pages/inbox/keyboard/keys.ts";

const createKeyEvent = (
  key: string,
  { modifierAltGraph = false, ...eventOptions }: KeyboardEventInit = {},
) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  getModifierState: (name: string) => modifierAltGraph && name === "AltGraph",
  ...eventOptions,
});

describe("a key in the inbox", () => {
  test("moves, opens, marks, deletes, selects, searches, undoes, closes and shows help", () => {
    const keys = ["j", "k", "o", "u", "s", "#", "Delete", "x", "z", "/", "Escape", "?"];
    expect(keys.map((key) => toKeyAction(createKeyEvent(key), false))).toEqual([
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
    expect(toKeyAction(createKeyEvent("J"), false)).toBe("next");
  });

  test("selects a range with Shift, which some characters also need", () => {
    expect(toKeyAction(createKeyEvent("X", { shiftKey: true }), false)).toBe("select_range");
    expect(toKeyAction(createKeyEvent("?", { shiftKey: true }), false)).toBe("help");
    expect(toKeyAction(createKeyEvent("/", { shiftKey: true }), false)).toBe("search");
    expect(toKeyAction(createKeyEvent("U", { shiftKey: true }), false)).toBeNull();
  });

  test("does nothing during text input, with a modifier, or without an action", () => {
    expect(toKeyAction(createKeyEvent("j"), true)).toBeNull();
    for (const modifier of ["metaKey", "ctrlKey", "altKey"]) {
      for (const key of ["k", "#", "Delete", "/", "x"]) {
        expect(
          toKeyAction(createKeyEvent(key, { [modifier]: true }), false),
          `${modifier} ${key}`,
        ).toBeNull();
      }
    }
    expect(toKeyAction(createKeyEvent("q"), false)).toBeNull();
  });

  test("that is held down repeats movement only", () => {
    expect(toKeyAction(createKeyEvent("j", { repeat: true }), false)).toBe("next");
    for (const key of ["u", "s", "#", "x", "z", "Escape"]) {
      expect(toKeyAction(createKeyEvent(key, { repeat: true }), false), key).toBeNull();
    }
  });

  test("does nothing as a letter or sign while those are switched off", () => {
    for (const key of ["j", "u", "#", "?", "/"])
      expect(toKeyAction(createKeyEvent(key), false, false), key).toBeNull();
    expect(toKeyAction(createKeyEvent("Delete"), false, false)).toBe("delete");
    expect(toKeyAction(createKeyEvent("Escape"), false, false)).toBe("close");
  });

  test("counts as plain when AltGr types it", () => {
    expect(
      toKeyAction(createKeyEvent("#", { ctrlKey: true, altKey: true, modifierAltGraph: true }), false),
    ).toBe("delete");
  });
});
