type Copied = { _id: string; _type: string; [field: string]: unknown };

/**
 * The copy of a page, as a new one: without what only the original has, its name and its address. What leads to a section of the
 * original itself leads to the same one of the copy.
 */
export const copyOf =
  (original: string) =>
  ({ name: _name, address: _address, ...copied }: Copied): Copied => {
    const id = copied._id.replace(/^drafts\./, "");
    return referring(copied, { from: original, to: id }) as Copied;
  };

// A page that is not published yet is referred to as the Studio does it: weakly, until it is.
const referenceTo = (id: string) => ({
  _type: "reference",
  _ref: id,
  _weak: true,
  _strengthenOnPublish: { type: "page" },
});

function referring(value: unknown, way: { from: string; to: string }): unknown {
  if (Array.isArray(value)) return value.map((each) => referring(each, way));
  if (typeof value !== "object" || value === null) return value;
  if ((value as { _ref?: unknown })._ref === way.from) return { ...value, ...referenceTo(way.to) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, referring(each, way)]));
}
