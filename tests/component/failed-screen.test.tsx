import { BrowserRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { App } from "#web/app/app.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import { expectConsoleErrors } from "../support/mount.tsx";
import { loadSeedCopy } from "../support/seed-copy.ts";

test("a screen that fails reports it and offers a reload inside the rest of the page", async () => {
  expectConsoleErrors(/./);
  const copy = await loadSeedCopy("content", "contact", "es");
  // biome-ignore lint/suspicious/noExplicitAny: a section without a renderer fails
  const broken: any = { ...copy, page: { ...copy.page, sections: [{ _key: "broken", _type: "broken" }] } };
  const messages = await loadMessages("es", false);
  const rendered = await render(
    <BrowserRouter>
      <App screen="content" language="es" messages={messages} copy={broken} />
    </BrowserRouter>,
  );
  const main = page.getByRole("main");
  await expect.element(main.getByRole("alert")).toMatchTextContent("Algo salió mal");
  await expect.element(main.getByRole("button", { name: "Recargar" })).toBeVisible();
  await expect.element(page.getByRole("banner")).toBeVisible();
  await rendered.unmount();
});
