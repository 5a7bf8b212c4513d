import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { handedFragment } from "#functions/contract/contact.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { createMark, listMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test.use({ expectedErrors: /404/ });

/** Returns the fragment of the inbox link in a mail that holds a message, signed as the edge signs it. */
async function createFragment(mark: string): Promise<string> {
  const { STATE = "", SITE = "" } = process.env;
  const { authKeys } = JSON.parse(await readFile(join(STATE, "secrets.json"), "utf8"));
  const id = randomUUID();
  const message = { name: "Marta", email: `${mark}@example.com`, message: "Solo por correo", language: "es" };
  const submission = { id, key: id, bodyHash: "0".repeat(64), message };
  const purpose = { issuer: SITE, typ: "message+jwt", audience: "handed-message" };
  return `#${handedFragment}=${await signClaims(await parseSigningKeys(authKeys), purpose, { submission }, 60)}`;
}

test("the link of a mail that holds a message stores it once after the sign-in, and opens it", async ({
  page,
}) => {
  const mark = createMark();
  const fragment = await createFragment(mark);
  await page.goto(`/buzon${fragment}`);
  await page.getByLabel("Correo electrónico").fill(process.env.ADMIN_EMAIL ?? "");
  await page.getByLabel("Contraseña").fill(process.env.ADMIN_PASSWORD ?? "");
  await page.keyboard.press("Enter");

  const openedMessage = page.getByRole("region", { name: "Mensaje", exact: true });
  await expect(page.getByText("El mensaje ya está en el buzón")).toBeVisible();
  await expect(openedMessage.getByText("Solo por correo")).toBeVisible();
  expect(page.url()).not.toContain(handedFragment);
  expect(await listMessages(mark)).toMatchObject([{ name: "Marta" }]);

  // Opens the same link again, and then a truncated one.
  await page.goto("/");
  await page.goto(`/buzon${fragment}`);
  await expect(openedMessage.getByText("Solo por correo")).toBeVisible();
  await page.goto("/");
  await page.goto(`/buzon${fragment.slice(0, -5)}`);
  await expect(page.getByText(/^Este enlace ya no sirve/)).toBeVisible();
  expect(await listMessages(mark)).toHaveLength(1);
});
