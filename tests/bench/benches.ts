/** A measurement, which is a file of its own: what it measures, and whether it needs a PostgreSQL server. */
type Bench = { says: string; postgres?: true };

/** Every measurement by its name, which is also its file's, in the order in which all are taken. */
export const benches = {
  build: { says: "the time and the memory of a build, with 500 pages too, and the weight of what it makes" },
  lighthouse: {
    says: "every public page beside a copy of it without script (--quick: three pages, --rounds=N)",
  },
  taps: { says: "how soon a tap is answered at a quarter of the processor's speed (--quick)" },
  navigation: { says: "from a click to the next page's headline, and the way back (--quick)" },
  edge: { says: "the calls of the API, one at a time" },
  input: { says: "20,000 generated requests to the API" },
  parsing: { says: "hostile text of 64 kB and 2 MB, which has to be read in linear time" },
  inbox: { says: "the inbox's database with a thousand to a million messages", postgres: true },
  "inbox-screen": { says: "the inbox's screen with ten thousand rows" },
  dev: { says: "`npm run dev`, from a save to what is seen" },
  pages: { says: "pages through the edge, and from publishing to what is served" },
} satisfies Record<string, Bench>;

/** The name of a measurement. */
export type BenchName = keyof typeof benches;

const isBench = (name: string): name is BenchName => Object.hasOwn(benches, name);

/** Returns a line for each measurement. */
export const listBenches = (): string[] =>
  Object.entries(benches).map(([name, { says }]) => `  ${name.padEnd(13)} ${says}`);

/**
 * Returns the measurements of these names, all where none is given.
 * @throws Error that lists every name, where one of them is unknown
 */
export function toNames(requestedNames: readonly string[]): BenchName[] {
  const unknownName = requestedNames.find((name) => !isBench(name));
  if (unknownName !== undefined) {
    throw new Error(
      `There is no measurement called "${unknownName}". There are:\n${listBenches().join("\n")}`,
    );
  }
  const names = requestedNames.filter(isBench);
  return names.length > 0 ? names : (Object.keys(benches) as BenchName[]);
}
