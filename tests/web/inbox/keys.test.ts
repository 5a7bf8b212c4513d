import { describe, expect, test } from "vitest";
import { keyAction, neighbour } from "#web/pages/inbox/keys.ts";

const press = (key: string, held = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe("a key in the inbox", () => {
  test("moves, marks, deletes, searches and closes", () => {
    const meanings = ["j", "k", "u", "Delete", "/", "Escape"].map((key) => keyAction(press(key), false));
    expect(meanings).toEqual(["next", "previous", "toggle_read", "delete", "search", "close"]);
    expect(keyAction(press("J"), false)).toBe("next");
  });

  test("means nothing while somebody writes, with a modifier, or by itself", () => {
    expect(keyAction(press("j"), true)).toBeNull();
    expect(keyAction(press("k", { metaKey: true }), false)).toBeNull();
    expect(keyAction(press("x"), false)).toBeNull();
  });
});

test("the neighbour of a message is the next one that way, the first when none is chosen, none at the ends", () => {
  const ids = ["c", "b", "a"];
  expect(neighbour(ids, "b", 1)).toBe("a");
  expect(neighbour(ids, "b", -1)).toBe("c");
  expect(neighbour(ids, null, 1)).toBe("c");
  expect(neighbour(ids, "a", 1)).toBeNull();
  expect(neighbour([], null, 1)).toBeNull();
});
