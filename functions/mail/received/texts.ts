import type { Language } from "#cms/content/site.ts";

/** The names of the files with a whole mail, and with a whole text that is too long for its place. */
export const wholeMailName = "correo.eml";
export const wholeTextName = "texto.txt";

/** Texts about a mail that the inbox does not show whole. */
export const mailTexts: Record<
  Language,
  {
    unreadable: string;
    tooLarge: string;
    lost: string;
    empty: string;
    isLong: string;
    leftOut(names: string): string;
  }
> = {
  es: {
    unreadable: `[No pudimos leer este correo. Está completo en el archivo ${wholeMailName}.]`,
    tooLarge: `[Este correo es demasiado grande para mostrarlo. Está completo en el archivo ${wholeMailName}.]`,
    lost: "[Este correo es demasiado grande para guardarlo aquí: pídele a quien lo envió que lo mande por partes.]",
    empty: "[Este correo no tiene texto.]",
    isLong: `[El texto completo está en el archivo ${wholeTextName}.]`,
    leftOut: (names) => `[Estos archivos están en ${wholeMailName}: ${names}]`,
  },
  en: {
    unreadable: `[We couldn’t read this email. It’s complete in the file ${wholeMailName}.]`,
    tooLarge: `[This email is too large to show. It’s complete in the file ${wholeMailName}.]`,
    lost: "[This email is too large to store here: ask the sender to send it in parts.]",
    empty: "[This email has no text.]",
    isLong: `[The whole text is in the file ${wholeTextName}.]`,
    leftOut: (names) => `[These files are in ${wholeMailName}: ${names}]`,
  },
};
