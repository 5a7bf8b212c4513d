// A list is parsed tag by tag, because a tag may contain a comma.
const entityTags = /(?:W\/)?"[^"]*"/g;

const isAny = (header: string) => header.trim() === "*";
const toOpaque = (tag: string) => tag.replace(/^W\//, "");

/** Returns whether `If-None-Match` lists this entity tag, by weak comparison (RFC 9110 §13.1.2). */
export function isKnownTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.match(entityTags) ?? [];
  return isAny(ifNoneMatch) || tags.some((listedTag) => toOpaque(listedTag) === toOpaque(tag));
}

/**
 * Returns whether `If-Match` accepts this entity tag, by strong comparison (RFC 9110 §13.1.1). Without the header it
 * does.
 */
export function isWantedTag(ifMatch: string | null | undefined, tag: string): boolean {
  if (ifMatch === null || ifMatch === undefined) return true;
  return (
    isAny(ifMatch) ||
    (!tag.startsWith("W/") && (ifMatch.match(entityTags) ?? []).some((listedTag) => listedTag === tag))
  );
}
