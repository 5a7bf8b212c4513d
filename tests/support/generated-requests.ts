// Generates requests to every call of the API. The routes come from the app, and their input and errors from
// `docs/api/openapi.json`.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import { routes } from "./edge-for-roles.ts";
import {
  generateJson,
  generateObject,
  generatePairs,
  generateSegment,
  generateValue,
  type JsonSchema,
} from "./generated-input.ts";

type Operation = {
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  /** Every status, or `default`. The description of an error lists its codes. */
  responses: Record<string, { description: string }>;
  security: Record<string, unknown>[];
};

/** A call of the API. Its method is ALL if it has every method. */
type ApiCall = { method: string; path: string; operation: Operation };

/** The caller: anonymous in many ways, or the holder of a token. */
type Identity = { role: "none" | "user" | "admin"; authorization?: string };

/** A request without the headers that identify its caller. */
export type GeneratedRequest = {
  call: ApiCall;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  identity: Identity;
  /** Whether the sender of a webhook signs the body. */
  isSigned: boolean;
};

const text: JsonSchema = { type: "string" };
const toBody = (properties: Record<string, JsonSchema>) => ({
  content: { "application/json": { schema: { properties } } },
});

/** The description of a call that clients of Supabase Auth know and this API does not offer. */
const notOffered: Operation = {
  parameters: [],
  requestBody: toBody({ email: text, phone: text, factor_type: text }),
  responses: { default: { description: authErrorCodes.join(", ") } },
  security: [],
};

const recipients = ["hola@guaria.example", "Ana <ana@cliente.example>", ""];

/** The bodies of the webhooks, which their senders describe. */
const webhookBodies: Record<string, Operation["requestBody"]> = {
  "/api/hooks/content": toBody({ _id: text, _type: text, _rev: text }),
  "/api/hooks/mail": toBody({
    type: text,
    data: { properties: { to: { items: { enum: recipients } }, tags: { properties: { mail: text } } } },
  }),
};

const { paths } = JSON.parse(readFileSync("docs/api/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, Operation>>;
};

// The app lists a route for each of its handlers.
const routeNames = new Set(
  routes.map(({ method, path }) => `${method} ${path.replace(/\{.*\}/, "").replace(/(?<=.)\/$/, "")}`),
);

/** Every call of the API. */
export const apiCalls = [...routeNames].map((name): ApiCall => {
  const [method = "", path = ""] = name.split(" ");
  const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? notOffered;
  const requestBody = webhookBodies[path] ?? operation.requestBody;
  return { method, path, operation: { ...operation, ...(requestBody && { requestBody }) } };
});

const oddHeaderValue = fc.oneof(
  fc.constantFrom("", " ", "a", "null", "0", "%", '"', "\t", "\xff\xfe", "é", "a, b"),
  fc.constantFrom("x".repeat(4_000), `a${" ".repeat(4_000)}b`),
  fc.string({ unit: fc.constantFrom(..."aZ09 -_.,;=:/\"'()[]{}<>@%\xe9\xff"), maxLength: 30 }),
);

/** Headers that the edge reads, with known values. None of them identifies the caller. */
const readHeaders: Record<string, readonly string[]> = {
  "Idempotency-Key": ["0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55", "0B8F6F5E-7F43-4C0E-9F3A-1F1D2C3B4A56"],
  "X-Supabase-Api-Version": ["2024-01-01", "2023-01-01", "9999-99-99"],
  "If-None-Match": ["*", 'W/"0"', '"a", "b"'],
  "Content-Encoding": ["gzip", "identity", "br"],
  "User-Agent": ["Mozilla/5.0"],
  Cookie: ["__Host-preview=x", "__Host-preview=a.b.c; a=%zz", "=", ";;;"],
  Accept: ["*/*", "text/html"],
  Origin: ["https://vitrina.example", "null", "https://evil.example", "http://["],
  "Sec-Fetch-Site": ["same-origin", "cross-site", "none"],
  "sanity-webhook-signature": ["t=1,v1=x", "t=99999999999999999999,v1=x", "t=,v1=", "v1=x"],
  "X-Forwarded-For": ["127.0.0.1"],
  "X-HTTP-Method-Override": ["DELETE"],
};
const someHeaders = fc
  .array(
    fc.tuple(fc.constantFrom(...Object.keys(readHeaders)), fc.nat(3), fc.option(oddHeaderValue, { freq: 2 })),
    { maxLength: 3 },
  )
  .map((headers) =>
    Object.fromEntries(
      headers.map(([name, index, oddValue]) => [name, oddValue ?? readHeaders[name]?.[index] ?? ""]),
    ),
  );

const contentTypes = fc.oneof(
  { weight: 24, arbitrary: fc.constant("application/json") },
  fc.constantFrom("application/json; charset=utf-8", "application/json; charset=latin1"),
  fc.constantFrom('application/json;charset="utf-16"', "text/plain", "application/xml"),
  fc.constantFrom("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
  oddHeaderValue,
);

const forgedHeaders = [
  ...["Bearer", "Bearer ", "Bearer x", "bearer a.b.c", "Basic YTpi", "Bearer null"],
  `Bearer ${"x".repeat(5_000)}`,
  "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.",
  "Bearer eyJhbGciOiJFUzI1NiIsImtpZCI6ImZpcnN0IiwidHlwIjoiSldUIn0.e30.AAAA",
];
const identities = fc.oneof(
  fc.constant<Identity>({ role: "none" }),
  fc
    .oneof(fc.constantFrom(...forgedHeaders), oddHeaderValue)
    .map((authorization): Identity => ({ role: "none", authorization })),
  { weight: 2, arbitrary: fc.constant<Identity>({ role: "user" }) },
  { weight: 5, arbitrary: fc.constant<Identity>({ role: "admin" }) },
);

type GeneratedBody = { body: Buffer | null; type?: string };

function generateBodies({ method, operation }: ApiCall): fc.Arbitrary<GeneratedBody> {
  const { content = {} } = operation.requestBody ?? {};
  const schema = content["application/json"]?.schema;
  if (!schema || method === "GET") return fc.constant<GeneratedBody>({ body: null });
  const json = fc.record({ body: generateJson(generateValue(schema)), type: contentTypes });
  const formType = "application/x-www-form-urlencoded";
  if (!content[formType]) return json;
  const forms = generatePairs(generateObject(schema)).map((pairs) => ({
    body: Buffer.from(pairs, "latin1"),
    type: formType,
  }));
  return fc.oneof({ weight: 3, arbitrary: json }, { weight: 1, arbitrary: forms });
}

// Encodes only control characters, spaces and `#`. All other characters are sent as UTF-8 bytes, as a careless client
// would.
const toTarget = (address: string) =>
  Buffer.from(address)
    .toString("latin1")
    .replaceAll(/[\0-\x20#]/g, (sign) => encodeURIComponent(sign));

/** Generates requests to a call. */
export function generateRequests(call: ApiCall): fc.Arbitrary<GeneratedRequest> {
  const parameters = call.operation.parameters.filter((parameter) => parameter.in === "query");
  const querySchema = {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return fc
    .record({
      method:
        call.method === "ALL" ? fc.constantFrom("GET", "POST", "PUT", "DELETE") : fc.constant(call.method),
      segment: generateSegment(/:(\w+)/.exec(call.path)?.[1] ?? ""),
      query: generatePairs(generateObject(querySchema)),
      sent: generateBodies(call),
      headers: someHeaders,
      identity: identities,
      isSigned: fc.boolean(),
    })
    .map(({ method, segment, query, sent: { body, type }, headers, identity, isSigned }) => ({
      ...{ call, method, body, identity, isSigned },
      target: toTarget(call.path.replace(/:\w+|\*/g, () => segment) + (query && `?${query}`)),
      headers: { ...headers, ...(type !== undefined && { "Content-Type": type }) },
    }));
}
