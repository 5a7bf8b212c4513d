import { expect, test } from "vitest";
import { splitQuotes } from "#functions/contract/quotes.ts";
import { readMail, UnreadableMail } from "#functions/mail/received/read-mail.ts";
import { receiver } from "../../support/received-mails/headers.ts";
import { hostileMails } from "../../support/received-mails/hostile-mails.ts";
import { mailKinds } from "../../support/received-mails/received-mails.ts";

const mailsOfAKind = process.env.INPUTS ? 1_000 : 100;

/** Returns a text without what wrapping and quoting change: spaces and marks at the start of lines. */
const toWords = (text: string) => text.replace(/^[>\s\ufeff]+/gm, "").replace(/\s+/g, "");

/** Returns what is wrong about a mail, as far as a conversation shows it. */
async function findFault(kind: string, seed: number): Promise<string | null> {
  const expected = mailKinds[kind]?.(seed);
  if (!expected) return "no such kind";
  const { from, verdict, automatic, text } = await readMail(expected.raw, receiver);
  const facts = { from, verdict, automatic };
  for (const [name, value] of Object.entries(facts))
    if (value !== expected[name as keyof typeof facts]) return `${name} is ${value}`;
  if (expected.text !== undefined && text !== expected.text) return `its text is ${JSON.stringify(text)}`;
  const parts = splitQuotes(text);
  if (parts.map((part) => part.text).join("\n") !== text) return "the parts are not the whole text";
  const toSide = (isFolded: boolean) =>
    toWords(
      parts
        .filter((part) => part.isFolded === isFolded)
        .map((part) => part.text)
        .join("\n"),
    );
  const [visible, folded] = [toSide(false), toSide(true)];
  const hiddenText = expected.ownTexts.find((ownText) => !visible.includes(toWords(ownText)));
  if (hiddenText !== undefined)
    return `its own ${JSON.stringify(hiddenText)} is not visible in ${JSON.stringify(text)}`;
  const unfolded = expected.quotedTexts.find((ownText) => !folded.includes(toWords(ownText)));
  return unfolded === undefined
    ? null
    : `the quoted ${JSON.stringify(unfolded)} is not folded in ${JSON.stringify(text)}`;
}

test.each(Object.keys(mailKinds))("reads %s as its author meant it", async (kind) => {
  const faults: string[] = [];
  for (let seed = 1; seed <= mailsOfAKind && faults.length < 3; seed += 1) {
    const fault = await findFault(kind, seed);
    if (fault !== null) faults.push(`seed ${seed}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test.each(Object.keys(hostileMails))("reads or rejects a mail of %s", async (kind) => {
  const raw = hostileMails[kind]?.() ?? new Uint8Array();
  await readMail(raw, receiver).catch((error: unknown) => expect(error).toBeInstanceOf(UnreadableMail));
});
