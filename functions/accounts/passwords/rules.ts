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

// The list is large: it is unpacked when the first password is chosen, not when the edge starts.
let commonPasswords: Promise<Set<string>> | undefined;
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
}

/** A text without up to four signs or digits before it and behind it. */
export const unadorned = (text: string) => text.replace(/^[^\p{L}]{1,4}/u, "").replace(/[^\p{L}]{1,4}$/u, "");
const legible = (text: string) => text.replace(/[@431!0$57]/g, (character) => lookalikes[character] ?? "");
const unit = (text: string) => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
const unaccented = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
const letters = (text: string) =>
  unaccented(text)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

/**
 * Whether a password is one of those that are known, or is guessed as easily: with signs around, in lookalikes, written twice, a date, a run.
 * Of what is known with signs around only the letters need to be there (`packedWords`), so that these are looked for once more.
 */
export function isGuessable(password: string, known: ReadonlySet<string>): boolean {
  const plain = unaccented(password.toLowerCase());
  const repeated = unit(plain);
  if ([...repeated].length < 4) return true;
  if (isMadeOf(usualWords, password) || isDate(plain)) return true;
  const bare = unadorned(plain);
  if ([plain, repeated, bare].some((text) => [...text].length >= 6 && isRun(text))) return true;
  return [plain, repeated, bare, unadorned(repeated), unadorned(bare)].some((text) =>
    [text, legible(text), unadorned(legible(text))].some((form) => known.has(form)),
  );
}

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return isGuessable(password, await commonPasswords);
}

// What is left of a password without these words and without digits and signs; a few letters more make no secret.
function isMadeOf(words: string[], password: string): boolean {
  const known = words.map(letters).filter((word) => word.length >= 4);
  return [password, legible(password.toLowerCase())].map(letters).some((text) => {
    const rest = known
      .toSorted((a, b) => b.length - a.length)
      .reduce((left, word) => left.replaceAll(word, ""), text);
    return rest.length < text.length && rest.length < 4;
  });
}

/** The words of the company that its passwords may not be made of: the sender's name and the site's host. */
export function companyWords({
  MAIL_FROM,
  SITE_ORIGIN,
}: {
  MAIL_FROM: string;
  SITE_ORIGIN: string;
}): string[] {
  const name = MAIL_FROM.replace(/<.*/s, "");
  return [name, ...name.split(/\s+/), ...new URL(SITE_ORIGIN).hostname.split(/[.-]/)];
}

/** Everything that speaks against a password; none of it depends on whether the address has an account. */
export async function passwordFaults(
  password: string,
  { email, company }: { email: string; company: string[] },
): Promise<PasswordFault[]> {
  const normal = password.normalize("NFC");
  const size = [...normal].length;
  const [user = "", host = ""] = email.split("@");
  const own = [email, user, ...user.split(/[._+-]/), ...host.split(".").slice(0, -1)];
  const faults: PasswordFault[] = [];
  if (size < passwordLength.minimum || size > passwordLength.maximum) faults.push("length");
  else if (await isCommon(normal)) faults.push("pwned");
  else if (isMadeOf([...company, ...own], normal)) faults.push("predictable");
  return faults;
}
