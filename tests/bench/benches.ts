/** A measurement, which is a file of its own: what it measures, and whether it needs a PostgreSQL server. */
type Bench = { says: string; postgres?: true };

/** Every measurement by its name, which is also its file's, in the order in which all are taken. */
export const benches = {
  build: { says: "time and memory of a build, also with 500 pages, and the weight of its output" },
  lighthouse: {
    says: "every public page beside a copy without script (--quick: three pages, --rounds=N)",
  },
  taps: { says: "the delay from a tap to the next frame, at a quarter of the processor's speed (--quick)" },
  navigation: { says: "the time from a click to the next page's headline, and back (--quick)" },
  edge: { says: "the time of the calls of the API, one at a time" },
  input: { says: "20,000 generated requests to the API" },
  parsing: { says: "the time to parse hostile text of 64 kB and 2 MB, which has to be linear" },
  inbox: { says: "the inbox's database with a thousand to a million messages", postgres: true },
  "inbox-screen": { says: "the inbox in the browser with ten thousand rows" },
  dev: { says: "the time from a saved file to the changed page in `npm run dev`" },
  pages: { says: "pages through the edge, and the time from a publication to the served page" },
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
