import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { carryFields } from "#web/app/carry-fields.ts";

const createTextArea = () => Object.assign(document.createElement("textarea"), { name: "message" });
const createEmailField = () =>
  Object.assign(document.createElement("input"), { name: "email", type: "email" });

test.for([
  ["a text area", createTextArea],
  ["an e-mail field", createEmailField],
] as const)(
  "keeps typed text while %s is removed and its replacement is missing",
  async ([, createField]) => {
    const root = document.createElement("div");
    document.body.append(root);
    onTestFinished(() => root.remove());
    const [original, replacement] = [createField(), createField()];
    root.append(original);
    original.focus();
    const fields = carryFields(root);
    await userEvent.keyboard("Bue");
    original.remove();
    await userEvent.keyboard("n");
    root.append(replacement);
    await expect.poll(() => document.activeElement).toBe(replacement);
    await userEvent.keyboard("as");
    fields.stop();
    expect(replacement.value).toBe("Buenas");
  },
);
