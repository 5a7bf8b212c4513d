// A list is read tag by tag, since a tag may hold a comma.
const entityTags = /(?:W\/)?"[^"]*"/g;

const isAny = (header: string) => header.trim() === "*";
const toOpaque = (tag: string) => tag.replace(/^W\//, "");

/** Whether a client has the representation with this entity tag already: `If-None-Match`, compared weakly (RFC 9110 §13.1.2). */
export function isKnownTag(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.match(entityTags) ?? [];
  return isAny(ifNoneMatch) || tags.some((each) => toOpaque(each) === toOpaque(tag));
}

/** Whether a client that sends `If-Match` wants this representation, compared strongly (RFC 9110 §13.1.1). Without the header it does. */
export function isWantedTag(ifMatch: string | null | undefined, tag: string): boolean {
  if (ifMatch === null || ifMatch === undefined) return true;
  return (
    isAny(ifMatch) ||
    (!tag.startsWith("W/") && (ifMatch.match(entityTags) ?? []).some((each) => each === tag))
  );
}
