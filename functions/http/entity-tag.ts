/** Whether a client has what an entity tag names already, by its `If-None-Match` (RFC 9110, compared weakly). */
export function isKnownTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  const strong = (each: string) => each.replace(/^W\//, "");
  const known = ifNoneMatch?.split(/\s*,\s*/) ?? [];
  return known.some((each) => strong(each) === strong(tag));
}
