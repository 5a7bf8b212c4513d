import { expect, test } from "vitest";
import { type KeyAction, toKeyAction } from "#web/pages/inbox/keyboard/keys.ts";

type Conditions = KeyboardEventInit & { busy?: boolean; signs?: boolean };

function findAction(key: string, { modifierAltGraph, busy = false, signs, ...eventOptions }: Conditions) {
  const press = {
    ...{ key, code: "", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false },
    getModifierState: (name: string) => modifierAltGraph === true && name === "AltGraph",
    ...eventOptions,
  };
  return toKeyAction(press, busy, signs);
}

const letters = ["j", "k", "o", "f", "u", "e", "w", "a", "s", "#", "x", "z", "/", "?"];

test.each<[string, Conditions, Record<string, KeyAction>]>([
  [
    "a key",
    {},
    {
      ...{ j: "next", J: "next", k: "previous", o: "open", u: ["read", "unread"], s: ["spam", "not_spam"] },
      ...{ "#": ["delete"], Delete: ["delete"], x: "select", z: "undo", "/": "search", Escape: "close" },
      ...{ "?": "help", f: "oldest", e: ["close", "reopen"], w: ["await"], a: ["assign"] },
    },
  ],
  ["with Shift", { shiftKey: true }, { X: "select_range", "?": "help", "/": "search" }],
  ["held down", { repeat: true }, { j: "next", k: "previous" }],
  ["while letters are switched off", { signs: false }, { Delete: ["delete"], Escape: "close" }],
  ["that AltGr types", { ctrlKey: true, altKey: true, modifierAltGraph: true }, { "#": ["delete"] }],
])("%s acts in the inbox", (_, conditions, actions) => {
  const keys = Object.keys(actions);
  expect(Object.fromEntries(keys.map((key) => [key, findAction(key, conditions)]))).toEqual(actions);
});

test.each([
  [
    "Russian",
    [
      ["о", "KeyJ"],
      ["л", "KeyK"],
      ["щ", "KeyO"],
      ["г", "KeyU"],
      ["ы", "KeyS"],
      ["я", "KeyZ"],
    ],
  ],
  [
    "Greek",
    [
      ["ξ", "KeyJ"],
      ["κ", "KeyK"],
      ["ο", "KeyO"],
      ["θ", "KeyU"],
      ["σ", "KeyS"],
      ["ζ", "KeyZ"],
    ],
  ],
  [
    "Hebrew",
    [
      ["ח", "KeyJ"],
      ["ל", "KeyK"],
      ["ם", "KeyO"],
      ["ו", "KeyU"],
      ["ד", "KeyS"],
      ["ז", "KeyZ"],
    ],
  ],
] as const)("the letters of the inbox are at their places on a %s keyboard", (_, keys) => {
  expect(keys.map(([key, code]) => findAction(key, { code }))).toEqual([
    ...["next", "previous", "open", ["read", "unread"], ["spam", "not_spam"], "undo"],
  ]);
});

test("the other keys act on a Cyrillic keyboard, too", () => {
  expect(findAction("Ч", { code: "KeyX", shiftKey: true })).toBe("select_range");
  expect(findAction("№", { code: "Digit3", shiftKey: true })).toEqual(["delete"]);
  expect(findAction("/", { code: "Backslash", shiftKey: true })).toBe("search");
});

test("a Latin letter acts by itself, wherever its layout has it", () => {
  // Dvorak has J at the place of C, and H at the place of J. AZERTY has A at the place of Q.
  expect(findAction("j", { code: "KeyC" })).toBe("next");
  expect(findAction("h", { code: "KeyJ" })).toBeNull();
  expect(findAction("z", { code: "KeyW" })).toBe("undo");
  expect(findAction("w", { code: "KeyZ" })).toEqual(["await"]);
  expect(findAction("ñ", { code: "Semicolon" })).toBeNull();
});

test.each<[string, Conditions, string[]]>([
  ["without an action", {}, ["q"]],
  ["with Shift", { shiftKey: true }, ["U"]],
  ["during text input", { busy: true }, letters],
  ["held down", { repeat: true }, ["u", "s", "#", "x", "z", "Escape"]],
  ["while letters and signs are switched off", { signs: false }, letters],
  ["with the Meta key", { metaKey: true }, [...letters, "Delete"]],
  ["with Ctrl", { ctrlKey: true }, [...letters, "Delete"]],
  ["with Alt", { altKey: true }, [...letters, "Delete"]],
])("a key does nothing %s", (_, conditions, keys) => {
  expect(keys.filter((key) => findAction(key, conditions) !== null)).toEqual([]);
});
