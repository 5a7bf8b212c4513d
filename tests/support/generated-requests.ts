import fc from "fast-check";
import type { CallInput } from "./input-by-call.ts";
import { type Identity, identities, jsonTypes, someHeaders } from "./request-headers.ts";
import { encodedPairs, jsonBodies, pathParts } from "./spoilt-input.ts";

/** A request without the headers that identify its caller. */
export type GeneratedRequest = {
  call: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  identity: Identity;
  /** The service that signs the body. */
  signedBy: CallInput["signedBy"];
};

const nullBody = fc.constant(null);
const noQuery = fc.constant("");

const formType = { "Content-Type": "application/x-www-form-urlencoded" };

function generateBodies(
  call: string,
  { body, isForm }: CallInput,
): fc.Arbitrary<{ body: Buffer | null; headers: Record<string, string> }> {
  if (!body || call.startsWith("GET ")) return nullBody.map(() => ({ body: null, headers: {} }));
  const json = fc
    .tuple(jsonBodies(body), jsonTypes)
    .map(([bodyBytes, headers]) => ({ body: bodyBytes, headers }));
  if (!isForm) return json;
  const forms = encodedPairs(body).map((formText) => ({
    body: Buffer.from(formText, "latin1"),
    headers: formType,
  }));
  return fc.oneof({ weight: 3, arbitrary: json }, { weight: 1, arbitrary: forms });
}

// Encodes only control characters, spaces and `#`. All other characters are sent as UTF-8 bytes, as a careless client
// would.
const toTarget = (text: string) =>
  Buffer.from(text)
    .toString("latin1")
    .replaceAll(/[\0-\x20#]/g, (sign) => encodeURIComponent(sign));

/** Generates requests to one call of the API. */
export function generateRequests(call: string, input: CallInput): fc.Arbitrary<GeneratedRequest> {
  const [verb = "", path = ""] = call.split(" ");
  const method = verb === "ALL" ? fc.constantFrom("GET", "POST", "PUT", "DELETE") : fc.constant(verb);
  const query = fc.oneof(
    { weight: 4, arbitrary: input.query ? encodedPairs(input.query) : noQuery },
    { weight: 1, arbitrary: encodedPairs(fc.constant({})) },
  );
  return fc
    .record({
      method,
      part: pathParts(input.parameter ?? ["x"]),
      query,
      sent: generateBodies(call, input),
      headers: someHeaders,
      identity: identities,
      isSigned: fc.boolean(),
    })
    .map(({ method, part, query, sent, headers, identity, isSigned }) => ({
      ...{ call, method, identity, body: sent.body },
      target: toTarget(path.replace(/:\w+|\*/, () => part) + (query && `?${query}`)),
      headers: { ...headers, ...sent.headers },
      signedBy: isSigned ? input.signedBy : undefined,
    }));
}
