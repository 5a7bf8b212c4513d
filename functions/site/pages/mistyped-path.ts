// Punctuation, spaces and control characters that programs and people add to a link, such as the period after it.
const addedEnd = /[^\p{L}\p{N}]+$/u;

/** Returns the path that a mistyped path probably means: in lower case, without accents, and without an added end. */
export function correctPath(path: string): string {
  try {
    const plainPath = decodeURIComponent(path).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return plainPath.replace(addedEnd, "").replace(/\.html$/, "") || "/";
  } catch {
    // The path cannot be decoded.
    return path;
  }
}
