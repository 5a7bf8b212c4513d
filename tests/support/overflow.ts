import type { Page } from "@playwright/test";
import { listTooWide } from "./page-checks.ts";

/** Lists the elements that are wider than the window or than their parent. */
export const findTooWide = (page: Page): Promise<string[]> => page.evaluate(listTooWide as () => string[]);
