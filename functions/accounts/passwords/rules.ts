import { passwordLength } from "#functions/contract/account.ts";
import type { PasswordFault } from "#functions/contract/auth-code.ts";
import { isDate, isRun, usualWords } from "./guessable.ts";

const lookalikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

let commonPasswords: Promise<Set<string>> | undefined;

/** Returns the common passwords. Their list is large, so an isolate unpacks it when it first checks a new password. */
function loadCommonPasswords(): Promise<Set<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  );
  return commonPasswords;
}

/** Returns a text without up to four signs or digits at its start and at its end. */
export const trimNonLetters = (text: string) =>
  text.replace(/^[^\p{L}]{1,4}/u, "").replace(/[^\p{L}]{1,4}$/u, "");
const replaceLookalikes = (text: string) =>
  text.replace(/[@431!0$57]/g, (character) => lookalikes[character] ?? "");
const findRepeatedUnit = (text: string) => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
const removeAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
/**
 * Returns the letters of a text in lower case without accents, so that variants of a forbidden word compare as equal.
 */
const toPlainLetters = (text: string) =>
  removeAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

/**
 * Returns whether a password is known or as easy to guess: known with surrounding signs, in lookalikes or repeated,
 * made of usual words, a date, or a run. The build stores only the letters of known passwords with surrounding signs,
 * so the letters are looked up, too.
 */
export function isGuessable(password: string, knownPasswords: ReadonlySet<string>): boolean {
  const plain = removeAccents(password.toLowerCase());
  const repeatedUnit = findRepeatedUnit(plain);
  if ([...repeatedUnit].length < 4) return true;
  if (isMadeOf(usualWords, password) || isDate(plain)) return true;
  const texts = [plain, repeatedUnit, trimNonLetters(plain)];
  if (texts.some((text) => [...text].length >= 6 && isRun(text))) return true;
  return [...texts, ...texts.map(trimNonLetters)].some((text) =>
    [text, replaceLookalikes(text), trimNonLetters(replaceLookalikes(text))].some((form) =>
      knownPasswords.has(form),
    ),
  );
}

/** Returns whether a password has one of these words and at most three other letters, which make no secret. */
function isMadeOf(forbiddenWords: string[], password: string): boolean {
  const longWords = forbiddenWords.map(toPlainLetters).filter((word) => word.length >= 4);
  return [password, replaceLookalikes(password.toLowerCase())].map(toPlainLetters).some((text) => {
    const rest = longWords
      .toSorted((a, b) => b.length - a.length)
      .reduce((remainder, word) => remainder.replaceAll(word, ""), text);
    return rest.length < text.length && rest.length < 4;
  });
}

/** Returns the company's words, of which no password may consist: the sender's name and the site's host. */
export function listCompanyWords({
  MAIL_FROM,
  SITE_ORIGIN,
}: {
  MAIL_FROM: string;
  SITE_ORIGIN: string;
}): string[] {
  const name = MAIL_FROM.replace(/<.*/s, "");
  return [name, ...name.split(/\s+/), ...new URL(SITE_ORIGIN).hostname.split(/[.-]/)];
}

/**
 * Returns a list with the first fault of a new password, empty for an acceptable one. It does not depend on whether the
 * address has an account, so it reveals nothing about that.
 */
export async function findPasswordFaults(
  password: string,
  { email, company }: { email: string; company: string[] },
): Promise<PasswordFault[]> {
  const normal = password.normalize("NFC");
  const size = [...normal].length;
  const [user = "", host = ""] = email.split("@");
  const addressParts = [email, user, ...user.split(/[._+-]/), ...host.split(".").slice(0, -1)];
  const faults: PasswordFault[] = [];
  if (size < passwordLength.minimum || size > passwordLength.maximum) faults.push("length");
  else if (isGuessable(normal, await loadCommonPasswords())) faults.push("pwned");
  else if (isMadeOf([...company, ...addressParts], normal)) faults.push("predictable");
  return faults;
}
