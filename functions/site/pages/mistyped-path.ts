// Programs and visitors add signs, spaces and control characters to a link, such as the period after it. After a slash
// only the end of a sentence or of a quotation counts, because other signs there mean no page.
const addedEnd = /(?<=^|[\p{L}\p{N}])(?:\/[\p{Pe}\p{Pf}\p{Z}\p{Cc}/.,:;"'>]*|[^\p{L}\p{N}/][^\p{L}\p{N}]*)$/u;

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
