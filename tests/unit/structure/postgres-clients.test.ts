import { expect, test } from "vitest";
import { readSources } from "./source.ts";

const usesPostgres = /["']pg(-pool|-native)?["']/;
// A renamed class would hide its construction.
const createsClient = /\b(new|extends) (\w+\.)?(Client|Pool)\b|\b(Client|Pool) as \w/;

test("only local/neon/client.ts creates PostgreSQL clients and pools", () => {
  const sources = readSources("{cms,functions,local,migrations,tests,web}/**/*.{ts,tsx,mjs,js}").filter(
    ({ text, path }) => usesPostgres.test(text) && !path.endsWith("postgres-clients.test.ts"),
  );
  expect(sources.filter(({ text }) => createsClient.test(text)).map(({ path }) => path)).toEqual([
    "local/neon/client.ts",
  ]);
  const dynamicImports = sources.filter(({ text }) => /\b(require|import)\(\s*["']pg/.test(text));
  expect(dynamicImports.map(({ path }) => path)).toEqual([]);
});
