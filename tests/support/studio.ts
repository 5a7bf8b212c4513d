import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** What the console shows of the Studio although nothing is wrong. */
export const studioErrors = /Failed to load resource|WebSocket connection|localhost:\d+\/static\//;

/**
 * The same while its product is away: also of the site, which the Studio asks how it stands, and whose absence it tells its marketer
 * itself. A site that is away, or started again because it was silent, cannot say who may read its answer.
 */
export const errorsWhileAway = new RegExp(
  `${studioErrors.source}|Access to fetch at '[^']+' from origin '[^']+' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header`,
);

/** Opens the Studio at `studio` and signs in with the one click that it takes. */
export async function signIn(page: Page, studio: string): Promise<void> {
  await page.goto(studio);
  await page.getByText("Entrar en este equipo · Sign in on this computer").click();
  await expect(page.getByText("Páginas")).toBeVisible({ timeout: 60_000 });
}

/**
 * Signs in by the calls that the click makes, where signing in is not the subject: the Studio, which takes seconds to load,
 * is loaded once instead of three times.
 */
export async function enter(page: Page, studio: string, sanity: string): Promise<void> {
  const login = await page.request.get(`${sanity}/v1/auth/login/local?origin=${encodeURIComponent(studio)}`, {
    maxRedirects: 0,
  });
  const [, word = ""] = /#sid=(.+)$/.exec(login.headers().location ?? "") ?? [];
  const { token } = await (await page.request.get(`${sanity}/v1/auth/fetch?sid=${word}`)).json();
  await page.context().addInitScript(
    ([origin, session]) => {
      if (location.origin === origin) localStorage.setItem("__studio_auth_token_vitrina0", session ?? "");
    },
    [new URL(studio).origin, JSON.stringify({ token })],
  );
}

/** Opens a page's document by the name that the desk gives it. */
export async function openPage(page: Page, studio: string, id: string): Promise<void> {
  await page.goto(`${studio}/structure/pages;${id}`);
  await expect(titleField(page)).not.toHaveValue("", { timeout: 60_000 });
}

/** What `sanity` stores under an id, as the holder of the Studio's token sees it. */
export async function stored(page: Page, sanity: string, id: string) {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes("studio_auth_token"));
    return JSON.parse(localStorage.getItem(key ?? "") ?? "{}").token as string;
  });
  const answer = await page.request.get(`${sanity}/v2025-02-19/data/doc/production/${id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const [document] = (await answer.json()).documents as {
    /** Absent while a page has nothing but its name. */
    title?: { es: string };
    sections: object[];
  }[];
  return document;
}

/** The Spanish title of the open page. */
export const titleField = (page: Page) => page.getByTestId("field-title").getByRole("textbox").first();

/**
 * Publishes the changes of the open document `id`, and waits until no draft of it is left in `sanity`. The button alone
 * tells nothing: the Studio disables it while it saves, and drops a click that comes then.
 */
export async function publish(page: Page, sanity: string, id: string): Promise<void> {
  const draft = () => stored(page, sanity, `drafts.${id}`);
  await expect.poll(draft, { timeout: 60_000 }).toBeDefined();
  await expect(async () => {
    await page.getByRole("button", { name: "Publicar", exact: true }).click({ timeout: 10_000 });
    await expect.poll(draft, { timeout: 10_000 }).toBeUndefined();
  }).toPass({ timeout: 120_000 });
}

/** A field of the section that is open, by the end of its path: `noticeLink.anchor`. */
export const sectionField = (page: Page, path: string) =>
  page.locator(`[data-testid^="field-sections"][data-testid$=".${path}"]`);

/** Scrolls to an area until that part of it is seen: the Studio draws it once it is in view, and another one once it has loaded more. */
export async function bringIntoView(area: Locator, part: Locator): Promise<void> {
  await expect(async () => {
    await area.scrollIntoViewIfNeeded({ timeout: 5_000 });
    await expect(part).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** The first section of the open page that the list shows with `words`: its headline, its kind, or what is said of it. */
export async function findSection(page: Page, words: string): Promise<Locator> {
  const sections = page.getByTestId("field-sections");
  const section = sections.getByText(words, { exact: true }).first();
  await bringIntoView(sections, section);
  return section;
}

/** Opens that section. */
export async function openSection(page: Page, words: string): Promise<void> {
  await (await findSection(page, words)).click();
}

/** Opens the Studio's search from its desk, types, and answers with what it found. */
export async function search(page: Page, words: string): Promise<Locator> {
  // The Studio closes a search when it goes on to its first tool.
  await expect(page.getByText("Datos de la empresa").first()).toBeVisible({ timeout: 60_000 });
  await page.getByTestId("studio-search").click();
  await expect(page.getByPlaceholder("Buscar", { exact: true })).toBeFocused();
  // It keeps what was looked for before.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(words);
  return page.getByTestId("search-results");
}
