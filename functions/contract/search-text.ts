// How the inbox searches. The database folds and splits texts in the same way (migrations 0023 and 0025), so the browser
// marks the matches that the database finds, and searches loaded messages while it is offline.

const letters: Record<string, string> = { ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ŧ: "t", ŋ: "n", ς: "σ", ß: "ss", æ: "ae", œ: "oe", þ: "th" }; // biome-ignore format: one line of letters

/** Returns the value of a decimal digit of any script. Its block has the digits 0 to 9 in order. */
function toDigit(digit: string): string {
  let zero = digit.codePointAt(0) as number;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(((digit.codePointAt(0) as number) - zero) % 10);
}

/** Folds a character beyond printable ASCII. */
const foldCharacter = (character: string): string =>
  character
    .replace("´", "'")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[øđðħıłŧŋςßæœþ]/g, (letter) => letters[letter] as string)
    .replace(/[‘’‚‛′ʼ]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‒–—―−]/g, "-")
    .replace(/⁄/g, "/")
    .replace(/×/g, "x")
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/(?![0-9])\p{Nd}/gu, toDigit)
    .replace(/[\p{Cc}\u1680\u2028\u2029\u2800]/gu, " ");

/**
 * Returns a text as searches compare it: in lower case, without accents and invisible characters, with plain signs,
 * digits and spaces. Each character folds by itself, so a part of a text folds to a part of the folded text.
 */
export const foldText = (text: string): string =>
  text.replace(/[^ -~]/gu, foldCharacter).replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns the digits by which a number of 6 to 15 digits is searched; null for other texts. */
const toNumber = (folded: string): string | null =>
  /^[+(]*[0-9](?:[ ().+/-]*[0-9]){5,14}\)?$/.test(folded) ? folded.replace(/[^0-9]/g, "").slice(-8) : null;

/** Removes the punctuation at the ends of a word, unless the word is nothing else. */
const toBareWord = (word: string): string =>
  word.replace(/^[,;:.!?'"()<>¿¡«»]+/, "").replace(/(?<![,;:.!?'"()<>¿¡«»])[,;:.!?'"()<>¿¡«»]+$/, "") || word;

/**
 * Returns the words of a search, folded. A message matches if it has each of them. Adjacent words of digits are one
 * telephone number if they can be.
 */
export function splitSearch(search: string): string[] {
  const runs: { ofDigits: boolean; parts: string[] }[] = [];
  for (const part of foldText(search).split(" ").filter(Boolean)) {
    const ofDigits = /^[0-9().+/-]+$/.test(toBareWord(part));
    const run = runs.at(-1);
    if (run?.ofDigits && ofDigits) run.parts.push(part);
    else runs.push({ ofDigits, parts: [part] });
  }
  const searchWords = runs.flatMap(({ parts }) => {
    const number = toNumber(toBareWord(parts.join(" ")));
    return number ? [number] : parts.map((part) => toNumber(toBareWord(part)) ?? toBareWord(part));
  });
  return [...new Set(searchWords)];
}

/** The criteria that words of a search name, as in `is:closed assigned:me from:ana`, in the languages of the inbox. */
const criterionNames: Record<string, "state" | "assignee" | "name"> = {
  is: "state",
  es: "state",
  esta: "state",
  assigned: "assignee",
  asignado: "assignee",
  from: "name",
  de: "name",
};
const criterionValues: Record<"state" | "assignee", Record<string, string>> = {
  state: {
    unanswered: "unanswered",
    "sin-responder": "unanswered",
    waiting: "waiting",
    "en-espera": "waiting",
    closed: "closed",
    cerrado: "closed",
  },
  assignee: { me: "me", mi: "me", none: "none", nadie: "none" },
};

/** The text of a search, and criteria that narrow the list. */
export type SearchInput = { q: string; state?: string | undefined; assignee?: string | undefined };

/**
 * Returns criteria in which the words of a search that name a criterion are criteria, too. `q` has the other words. `name`
 * has words of the sender's name or address. Criteria that contradict each other become an empty value, which no message
 * has. `me` is the administrator who searches.
 */
export function readSearch<Input extends SearchInput>(
  input: Input,
  me: string,
): Input & { name?: string | undefined } {
  const senderWords: string[] = [];
  const criteria: Pick<SearchInput, "state" | "assignee"> = {};
  const add = (name: "state" | "assignee", value: string | undefined) => {
    if (value === undefined) return;
    const ownValue = name === "assignee" && value === "me" ? me : value;
    criteria[name] = [undefined, ownValue].includes(criteria[name]) ? ownValue : "";
  };
  add("state", input.state);
  add("assignee", input.assignee);
  const q = input.q.replace(/(?<!\S)(\p{L}+):(\S+)/gu, (word, typedName: string, typedValue: string) => {
    const name = criterionNames[foldText(typedName)];
    if (!name) return word;
    if (name === "name") senderWords.push(typedValue);
    else {
      const value = criterionValues[name][toBareWord(foldText(typedValue))];
      if (!value) return word;
      add(name, value);
    }
    return "";
  });
  const text = q === input.q ? q : q.replace(/\s+/g, " ").trim();
  return { ...input, ...criteria, q: text, ...(senderWords.length > 0 && { name: senderWords.join(" ") }) };
}

/** Returns whether the name or the address of a sender has all words of a search, from `splitSearch`. */
export const matchesSender = (
  sender: { name: string; email: string },
  searchWords: readonly string[],
): boolean =>
  searchWords.every((word) => [sender.name, sender.email].some((text) => foldText(text).includes(word)));

/** Numbers that are written with separators, in a folded text. */
const writtenNumber = /[0-9](?:[ ().+/-]*[0-9]){5,}/g;

/** Finds a word in a folded text, as pairs of start and end. */
function* findWord(folded: string, word: string): Generator<[number, number]> {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    yield [at, at + word.length];
  if (!/^[0-9]+$/.test(word)) return;
  for (const { 0: number, index } of folded.matchAll(writtenNumber)) {
    const positions = [...number].flatMap((sign, offset) => (/[0-9]/.test(sign) ? index + offset : []));
    const digits = number.replace(/[^0-9]/g, "");
    for (let at = digits.indexOf(word); at >= 0; at = digits.indexOf(word, at + word.length))
      yield [positions[at] as number, (positions[at + word.length - 1] as number) + 1];
  }
}

/**
 * Returns whether a message with these texts matches a search.
 * @param texts name, address, message, company and telephone number
 * @param searchWords the search, from `splitSearch`
 */
export function matchesSearch(texts: readonly (string | null)[], searchWords: readonly string[]): boolean {
  const foldedTexts = texts.map((text) => foldText(text ?? ""));
  return searchWords.every((word) => foldedTexts.some((folded) => !findWord(folded, word).next().done));
}

/**
 * Returns the ranges of a text that match words of a search, in order and without overlaps. A range has whole
 * characters with their accents and invisible signs.
 * @param searchWords the search, from `splitSearch`
 */
export function findHits(text: string, searchWords: readonly string[]): { start: number; end: number }[] {
  const foldedText = foldText(text);
  if (!searchWords.some((word) => !findWord(foldedText, word).next().done)) return [];
  let folded = "";
  // The position in the text of each character of the folded text, and of the end.
  const positions: number[] = [];
  let position = 0;
  for (const character of text) {
    const isPlain = character >= " " && character <= "~";
    const piece = isPlain ? character.toLowerCase() : foldCharacter(character);
    for (let index = 0; index < piece.length; index += 1) positions.push(position);
    folded += piece;
    position += character.length;
  }
  positions.push(position);
  const hits: { start: number; end: number }[] = [];
  const ranges = searchWords.flatMap((word) => [...findWord(folded, word)]).sort(([a], [b]) => a - b);
  for (const [from, to] of ranges) {
    const start = positions[from] as number;
    // A hit ends before the next character that folds to something, so an accent after it belongs to it.
    let next = to;
    while (next < folded.length && positions[next] === positions[to - 1]) next += 1;
    const end = positions[next] as number;
    const last = hits.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else hits.push({ start, end });
  }
  return hits;
}
