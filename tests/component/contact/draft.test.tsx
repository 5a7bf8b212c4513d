import { expect, test } from "vitest";
import { mountContact } from "../../support/contact-page.ts";
import { importAgain } from "../../support/mount.tsx";

const fields = {
  name: "Ana Mora",
  email: "ana@example.com",
  phone: "+506 0000 0001",
  company: "Ferretería El Yunque",
  message: "Buenas:\n\nqueremos cámaras en dos bodegas.",
};

/** Returns the values of the form's filled fields, without the hidden language. */
function listFilled() {
  const form = new FormData(document.querySelector("form") ?? undefined);
  for (const name of ["language", "upload"]) form.delete(name);
  return Object.fromEntries([...form].filter(([, value]) => value !== ""));
}

// Runs the document's script that restores a draft. In a component test the page is rendered before it.
const restoreDraft = () => importAgain("/web/app/form-draft.ts");

test("a draft comes back until its message is sent, and never after that, in either language", async () => {
  const spanish = await mountContact();
  await restoreDraft();
  await spanish.fill(fields);
  await spanish.reload();
  await restoreDraft();
  expect(listFilled()).toEqual(fields);
  await expect.poll(() => document.querySelector("form[novalidate]")).not.toBeNull();
  await spanish.submit();
  await expect.element(spanish.toast(spanish.text.sent)).toBeVisible();
  expect(spanish.api.submissions).toHaveLength(1);
  await spanish.reload();
  await restoreDraft();
  expect(listFilled()).toEqual({});
  await mountContact({ language: "en" });
  await restoreDraft();
  expect(listFilled()).toEqual({});
});
