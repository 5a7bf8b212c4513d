import { html } from "hono/html";
import type { Language } from "#cms/content/site.ts";
import { isolate } from "#functions/contract/characters.ts";
import { uploadedField } from "#functions/contract/contact.ts";
import { readUploadTokens } from "#functions/contract/upload-tokens.ts";

const carriedTexts: Record<Language, { choice: string; expired: string }> = {
  es: {
    choice: "Archivos adjuntos. Desmarca los que ya no quieras enviar.",
    expired: "Venció. Adjúntalo de nuevo si quieres enviarlo.",
  },
  en: {
    choice: "Attached files. Uncheck those that you no longer want to send.",
    expired: "It has expired. Attach it again if you want to send it.",
  },
};

/** The reason for the rejection of a form with a file that has expired or that another message has. */
export const missingFileTexts: Record<Language, string> = {
  es: "Tu mensaje no se envió: uno de los archivos ya no está disponible. Adjúntalo de nuevo o envía tu mensaje sin él.",
  en: "Your message was not sent: one of the files is no longer available. Attach it again, or send your message without it.",
};

/**
 * Returns the earlier files of a rejected form without JavaScript as HTML: a box for each, by which the visitor leaves it
 * out. A browser does not send the box of an expired file. Without files it returns an empty text.
 */
export async function renderCarriedFiles(tokens: string, language: Language): Promise<string> {
  const { choice, expired } = carriedTexts[language];
  const boxes = readUploadTokens(tokens).map(({ token, file, isExpired }) => {
    const state = isExpired ? html`disabled` : html`checked`;
    return html`<label><input type="checkbox" name="${uploadedField}" value="${token}" ${state}><span>${isolate(file.name)}${isExpired && html` <small>${expired}</small>`}</span></label>`;
  });
  if (boxes.length === 0) return "";
  return String(
    await html`<div role="group" aria-labelledby="carried"><p id="carried">${choice}</p>${boxes}</div>`,
  );
}
