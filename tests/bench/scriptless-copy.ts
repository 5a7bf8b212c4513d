/** Removes everything that makes a browser run or fetch a script. The rest of the document stays as it is. */
export const toScriptlessCopy = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*\brel="?modulepreload\b[^>]*>/gi, "");
