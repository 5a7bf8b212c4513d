import { expect, test } from "vitest";
import { toRowWindow } from "#web/pages/inbox/list/row-window.ts";

test("renders only the visible rows and some around them", () => {
  expect(toRowWindow(0, 500, 10_000, 100)).toEqual({ first: 0, last: 11 });
  expect(toRowWindow(500_000, 500, 10_000, 100)).toEqual({ first: 4_994, last: 5_011 });
  expect(toRowWindow(999_500, 500, 10_000, 100)).toEqual({ first: 9_989, last: 10_000 });
});

test("renders no missing rows when the list becomes shorter than the scroll position", () => {
  expect(toRowWindow(5_000, 500, 3, 100)).toEqual({ first: 3, last: 3 });
  expect(toRowWindow(0, 500, 0, 100)).toEqual({ first: 0, last: 0 });
});
