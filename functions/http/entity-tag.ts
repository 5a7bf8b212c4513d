/** Whether a client has what an entity tag names already, by its `If-None-Match` (RFC 9110, compared weakly). */
export function isKnownTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  const strong = (each: string) => each.trim().replace(/^W\//, "");
  // Split at the commas alone: an expression that looks for spaces around them takes seconds over a header full of spaces.
  return ifNoneMatch?.split(",").some((each) => strong(each) === strong(tag)) ?? false;
}
