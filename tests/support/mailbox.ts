import { expect } from "@playwright/test";

type Mail = { id: string; to: string; subject: string; text: string; html: string };

async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${process.env.MAILBOX}/messages`);
  const mails = (await answer.json()) as (Omit<Mail, "to"> & { to: string | string[] })[];
  return mails.flatMap(({ to, ...mail }) =>
    [to].flat().some((each) => each.toLowerCase().includes(address.toLowerCase()))
      ? [{ ...mail, to: address }]
      : [],
  );
}

/** Waits for the newest mail to an address with a matching subject. It ignores `ignoredMail`. */
export async function mailTo(address: string, subject: RegExp, other?: Mail): Promise<Mail> {
  const find = async () =>
    (await mailsTo(address)).find((mail) => subject.test(mail.subject) && mail.id !== other?.id);
  await expect.poll(async () => (await find())?.subject ?? "", { timeout: 60_000 }).toMatch(subject);
  return (await find()) as Mail;
}

/** Returns the link of a mail to the account page, without its origin. */
export function linkOf({ text }: Mail): string {
  const found = /https?:\/\/[^/\s]+(\/(?:en\/)?auth#token_hash=\S+)/.exec(text);
  if (!found?.[1]) throw new Error(`no link in:\n${text}`);
  return found[1];
}

/** Returns the six digits of a mail's code. */
export function codeOf({ text }: Mail): string {
  const found = /(?<![\w/=-])(\d{3}[ \u00a0]?\d{3})(?![\w-])/.exec(text);
  if (!found?.[1]) throw new Error(`no code in:\n${text}`);
  return found[1].replace(/\D/g, "");
}
