import { expect } from "@playwright/test";

type ReceivedMail = { id: string; to: string; subject: string; text: string; html: string };

async function listMails(address: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${process.env.MAILBOX}/messages`);
  const mails = (await answer.json()) as (Omit<ReceivedMail, "to"> & { to: string | string[] })[];
  return mails.flatMap(({ to, ...mail }) =>
    [to].flat().some((recipient) => recipient.toLowerCase().includes(address.toLowerCase()))
      ? [{ ...mail, to: address }]
      : [],
  );
}

/** Waits for the newest mail to an address with a matching subject. It ignores `ignoredMail`. */
export async function waitForMail(
  address: string,
  subject: RegExp,
  ignoredMail?: ReceivedMail,
): Promise<ReceivedMail> {
  const find = async () =>
    (await listMails(address)).find((mail) => subject.test(mail.subject) && mail.id !== ignoredMail?.id);
  await expect.poll(async () => (await find())?.subject ?? "", { timeout: 60_000 }).toMatch(subject);
  return (await find()) as ReceivedMail;
}

/** Returns the link of a mail to the account page, without its origin. */
export function readLink({ text }: ReceivedMail): string {
  const match = /https?:\/\/[^/\s]+(\/(?:en\/)?auth#token_hash=\S+)/.exec(text);
  if (!match?.[1]) throw new Error(`no link in:\n${text}`);
  return match[1];
}

/** Returns the six digits of a mail's code. */
export function readCode({ text }: ReceivedMail): string {
  const match = /(?<![\w/=-])(\d{3}[ \u00a0]?\d{3})(?![\w-])/.exec(text);
  if (!match?.[1]) throw new Error(`no code in:\n${text}`);
  return match[1].replace(/\D/g, "");
}
