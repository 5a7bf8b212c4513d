// The receiver of a mail says whether its sender is proven (RFC 8601). Attackers put headers of their own into a mail, so only
// the receiver's own header counts.

/** A header of a mail in its order, with its name in lower case and its value unfolded. */
export type MailHeader = { key: string; value: string };

/** `pass`: the domain of the From address vouches for the mail. `fail`: it disowns the mail. `none`: it says nothing. */
export type SenderVerdict = "pass" | "fail" | "none";

/** A result of a method, with its properties, such as `header.from`. Names are in lower case. */
type MethodResult = { method: string; result: string; properties: Map<string, string> };

/** A token: a separator, or the text of an atom or a quoted string. */
type Token = { separator: ";" | "=" } | { text: string };

/**
 * Splits a header value into tokens without comments, which may be nested and have quoted pairs (RFC 5322 §3.2). Returns
 * null for an unclosed comment or string. The time grows linearly with the length of the value.
 */
function tokenize(value: string): Token[] | null {
  const tokens: Token[] = [];
  let atom = "";
  let commentDepth = 0;
  const endAtom = () => {
    if (atom) tokens.push({ text: atom });
    atom = "";
  };
  for (let index = 0; index < value.length; index += 1) {
    const character = value.charAt(index);
    if (commentDepth > 0) {
      if (character === "\\") index += 1;
      else if (character === "(") commentDepth += 1;
      else if (character === ")") commentDepth -= 1;
    } else if (character === "(") {
      endAtom();
      commentDepth = 1;
    } else if (character === '"') {
      const string = readQuotedString(value, index);
      if (!string) return null;
      atom += string.text;
      index = string.end;
    } else if (character === ";" || character === "=") {
      endAtom();
      tokens.push({ separator: character });
    } else if (/\s/.test(character)) endAtom();
    else atom += character;
  }
  endAtom();
  return commentDepth > 0 ? null : tokens;
}

/** Reads the quoted string that begins at `start`. `end` is the position of its closing quote. */
function readQuotedString(value: string, start: number): { text: string; end: number } | null {
  let text = "";
  for (let index = start + 1; index < value.length; index += 1) {
    const character = value.charAt(index);
    if (character === '"') return { text, end: index };
    if (character === "\\") index += 1;
    text += value.charAt(index);
  }
  return null;
}

/** Splits tokens at semicolons. */
function splitClauses(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    if ("separator" in token && token.separator === ";") clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses;
}

/** Reads `method=result property=value …`. Returns null for another form. */
function readClause(clause: readonly Token[]): MethodResult | null {
  const pairs: [string, string][] = [];
  for (let index = 0; index < clause.length; index += 3) {
    const [name, equals, value] = clause.slice(index, index + 3);
    const isPair = name && "text" in name && equals && "separator" in equals && value && "text" in value;
    if (!isPair) return null;
    pairs.push([name.text.toLowerCase(), value.text.toLowerCase()]);
  }
  const [first, ...properties] = pairs;
  if (!first) return null;
  const [method = ""] = first[0].split("/", 1);
  const values = new Map<string, string>();
  for (const [name, value] of properties) if (!values.has(name)) values.set(name, value);
  return { method, result: first[1], properties: values };
}

/** The greatest length of a header that a receiver writes. */
const maxLength = 16_384;

/** Returns the results of a header by method, the first one of each. Returns null for the header of another receiver. */
function readResults(value: string, receiver: string): Map<string, MethodResult> | null {
  if (value.length > maxLength) return null;
  const [head = [], ...clauses] = splitClauses(tokenize(value) ?? []);
  const [identity] = head;
  if (!identity || !("text" in identity) || identity.text.toLowerCase() !== receiver) return null;
  const results = new Map<string, MethodResult>();
  for (const clause of clauses) {
    const result = readClause(clause);
    if (result && !results.has(result.method)) results.set(result.method, result);
  }
  return results;
}

/** Returns the value of the receiver's own header: the first one, above the `Received` header of an earlier server. */
function findOwnHeader(headers: readonly MailHeader[]): string | null {
  let serverCount = 0;
  for (const { key, value } of headers) {
    if (key === "received") serverCount += 1;
    if (serverCount > 1) return null;
    if (key === "authentication-results") return value;
  }
  return null;
}

const isSameOrParent = (parent: string, domain: string) => domain === parent || domain.endsWith(`.${parent}`);

/**
 * Returns the verdict of `receiver`, such as `amazonses.com`, about the domain of the From address. Without DMARC a
 * signature of the domain (DKIM) counts, which has to be that domain or its parent.
 */
export function readSenderVerdict(
  headers: readonly MailHeader[],
  receiver: string,
  fromDomain: string,
): SenderVerdict {
  const ownHeader = findOwnHeader(headers);
  const results = ownHeader === null ? null : readResults(ownHeader, receiver);
  if (!results) return "none";
  const domain = fromDomain.toLowerCase();
  const dmarc = results.get("dmarc");
  // A result about another From address is not about this mail.
  if (dmarc?.properties.get("header.from") === domain) {
    if (dmarc.result === "pass" || dmarc.result === "fail") return dmarc.result;
  }
  const dkim = results.get("dkim");
  const signer = dkim?.properties.get("header.d") ?? dkim?.properties.get("header.i")?.replace(/^.*@/, "");
  const isAligned = signer?.includes(".") && isSameOrParent(signer, domain);
  return dkim?.result === "pass" && isAligned ? "pass" : "none";
}
