/** A document without what makes a browser run or fetch a script, or prepare another page: all else stays as it is. */
export const scriptlessCopy = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*\brel="?modulepreload\b[^>]*>/gi, "");
