import fc from "fast-check";

type HeaderMap = Record<string, string>;

const oddValue = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a",
    "null",
    "0",
    "%",
    '"',
    "\t",
    "\xff\xfe",
    "é",
    "a, b",
    "x".repeat(4_000),
    `a${" ".repeat(4_000)}b`,
  ),
  fc.string({ unit: fc.constantFrom(..."aZ09 -_.,;=:/\"'()[]{}<>@%\xe9\xff"), maxLength: 30 }),
);
const knownOrOdd = (...knownValues: string[]) => fc.oneof(fc.constantFrom(...knownValues), oddValue);

/** Headers that the edge reads, valid and odd. None of them identifies the caller. */
const readHeaders: Record<string, fc.Arbitrary<string>> = {
  "Idempotency-Key": fc.oneof(fc.uuid(), oddValue),
  "X-Supabase-Api-Version": knownOrOdd("2024-01-01", "2023-01-01", "9999-99-99"),
  "If-None-Match": knownOrOdd("*", 'W/"0"', '"a", "b"'),
  "Content-Encoding": knownOrOdd("gzip", "identity", "br"),
  "User-Agent": oddValue,
  Cookie: knownOrOdd("__Host-preview=x", "__Host-preview=a.b.c; a=%zz", "=", ";;;"),
  Accept: knownOrOdd("*/*", "text/html"),
  Origin: knownOrOdd("https://vitrina.example", "null", "https://evil.example", "http://["),
  "Sec-Fetch-Site": knownOrOdd("same-origin", "cross-site", "none"),
  "sanity-webhook-signature": knownOrOdd("t=1,v1=x", "t=99999999999999999999,v1=x", "t=,v1=", "v1=x"),
  "X-Forwarded-For": knownOrOdd("127.0.0.1"),
  "X-HTTP-Method-Override": knownOrOdd("DELETE"),
};

/** Generates at most three of these headers. */
export const someHeaders: fc.Arbitrary<HeaderMap> = fc
  .array(
    fc.oneof(
      ...Object.entries(readHeaders).map(([name, value]) =>
        value.map((headerValue) => [name, headerValue] as const),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Generates the content type of a JSON body, which is mostly correct. */
export const jsonTypes: fc.Arbitrary<HeaderMap> = fc
  .oneof(
    { weight: 12, arbitrary: fc.constant("application/json") },
    fc.constantFrom(
      "application/json; charset=utf-8",
      "application/json; charset=latin1",
      'application/json;charset="utf-16"',
    ),
    fc.constantFrom(
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ),
    oddValue,
  )
  .map((type) => ({ "Content-Type": type }));

/** The caller: anonymous in many ways, or the holder of a token. */
type TokenRole = "none" | "user" | "admin";
export type Identity = { role: TokenRole; authorization?: string };

const forgeries = [
  ...[
    "Bearer",
    "Bearer ",
    "Bearer x",
    "bearer a.b.c",
    "Basic YTpi",
    "Bearer null",
    "Bearer undefined",
    `Bearer ${"x".repeat(5_000)}`,
  ],
  "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.",
  "Bearer eyJhbGciOiJFUzI1NiIsImtpZCI6ImZpcnN0IiwidHlwIjoiSldUIn0.e30.AAAA",
];

/** Generates callers of each kind. */
export const identities: fc.Arbitrary<Identity> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Identity>({ role: "none" }) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.constantFrom(...forgeries), oddValue)
      .map((authorization): Identity => ({ role: "none", authorization })),
  },
  { weight: 2, arbitrary: fc.constant<Identity>({ role: "user" }) },
  { weight: 5, arbitrary: fc.constant<Identity>({ role: "admin" }) },
);
