import fc from "fast-check";

type Headers = Record<string, string>;

const odd = fc.oneof(
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
const either = (...known: string[]) => fc.oneof(fc.constantFrom(...known), odd);

/** Headers that the edge reads, valid and odd. None of them identifies the caller. */
const readHeaders: Record<string, fc.Arbitrary<string>> = {
  "Idempotency-Key": fc.oneof(fc.uuid(), odd),
  "X-Supabase-Api-Version": either("2024-01-01", "2023-01-01", "9999-99-99"),
  "If-None-Match": either("*", 'W/"0"', '"a", "b"'),
  "Content-Encoding": either("gzip", "identity", "br"),
  "User-Agent": odd,
  Cookie: either("__Host-preview=x", "__Host-preview=a.b.c; a=%zz", "=", ";;;"),
  Accept: either("*/*", "text/html"),
  Origin: either("https://vitrina.example", "null", "https://evil.example", "http://["),
  "Sec-Fetch-Site": either("same-origin", "cross-site", "none"),
  "sanity-webhook-signature": either("t=1,v1=x", "t=99999999999999999999,v1=x", "t=,v1=", "v1=x"),
  "X-Forwarded-For": either("127.0.0.1"),
  "X-HTTP-Method-Override": either("DELETE"),
};

/** Generates at most three of these headers. */
export const someHeaders: fc.Arbitrary<Headers> = fc
  .array(
    fc.oneof(
      ...Object.entries(readHeaders).map(([name, value]) => value.map((given) => [name, given] as const)),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Generates the content type of a JSON body, which is mostly correct. */
export const jsonTypes: fc.Arbitrary<Headers> = fc
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
    odd,
  )
  .map((type) => ({ "Content-Type": type }));

/** The caller: anonymous in many ways, or the holder of a token. */
type Role = "none" | "user" | "admin";
export type Identity = { role: Role; authorization?: string };

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
      .oneof(fc.constantFrom(...forgeries), odd)
      .map((authorization): Identity => ({ role: "none", authorization })),
  },
  { weight: 2, arbitrary: fc.constant<Identity>({ role: "user" }) },
  { weight: 5, arbitrary: fc.constant<Identity>({ role: "admin" }) },
);
