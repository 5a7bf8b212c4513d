import { createPublicKey } from "node:crypto";
import type { DnsAnswer } from "./answers.ts";

/** One record: which it is, whether mail is believed by it, and what it is or what to do. `advice` does no harm as it is. */
export type RecordCheck = { record: string; state: "fine" | "wrong" | "advice"; says: string };

/** What the provider signs and sends by (Resend, whose mails leave by Amazon SES). */
const provider = {
  /** Under the domain, where mails that come back go to: SPF is asked for there. */
  returnPath: "send",
  selector: "resend",
  spf: "include:amazonses.com",
  returnMail: /\bfeedback-smtp\.[a-z0-9-]+\.amazonses\.com\.?$/,
};

/** The names whose answers are needed, and of which type. */
export const questions = (domain: string): { name: string; type: "TXT" | "MX" }[] => [
  { name: `${provider.returnPath}.${domain}`, type: "TXT" },
  { name: `${provider.returnPath}.${domain}`, type: "MX" },
  { name: `${provider.selector}._domainkey.${domain}`, type: "TXT" },
  { name: `_dmarc.${domain}`, type: "TXT" },
];

/** What the DNS says of who may send mail for a domain: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). */
export function checkMailRecords(domain: string, answers: DnsAnswer[]): RecordCheck[] {
  const at = (name: string, type: string) =>
    answers.filter((answer) => answer.name === name && answer.type === type).map(({ data }) => data);
  const [spfName = "", mxName = "", dkimName = "", dmarcName = ""] = questions(domain).map(
    ({ name }) => name,
  );
  return [
    checkSpf(spfName, at(spfName, "TXT")),
    checkReturnMail(mxName, at(mxName, "MX")),
    checkDkim(dkimName, at(dkimName, "TXT")),
    checkDmarc(dmarcName, at(dmarcName, "TXT")),
  ];
}

/** Mechanisms that cost whoever checks a question of its own; beyond ten the record counts as broken. */
const asks = /^[+?~-]?(include:|a\b|mx\b|ptr\b|exists:)|^redirect=/i;

function checkSpf(name: string, texts: string[]): RecordCheck {
  const record = `SPF (TXT of ${name})`;
  const wrong = (says: string): RecordCheck => ({ record, state: "wrong", says });
  const wanted = `v=spf1 ${provider.spf} ~all`;
  const found = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [spf = ""] = found;
  if (found.length === 0) return wrong(`there is none: add "${wanted}".`);
  if (found.length > 1)
    return wrong(`there are ${found.length}, and with more than one none counts: keep "${wanted}".`);
  const terms = spf.split(/\s+/).slice(1);
  if (!terms.some((term) => term.toLowerCase() === provider.spf))
    return wrong(`it does not let the provider send: add ${provider.spf} to "${spf}".`);
  if (terms.some((term) => /^[+]?all$/i.test(term)))
    return wrong(`it lets everyone send: end it with ~all instead of all.`);
  const asked = terms.filter((term) => asks.test(term)).length;
  if (asked > 10)
    return wrong(`it asks ${asked} questions, and after ten it counts as broken: take some out.`);
  if (!terms.some((term) => /^[~-]all$/i.test(term)))
    return { record, state: "advice", says: `it does not say who may not send: end it with ~all.` };
  return { record, state: "fine", says: spf };
}

function checkReturnMail(name: string, hosts: string[]): RecordCheck {
  const record = `Return path (MX of ${name})`;
  const [host] = hosts.filter((each) => provider.returnMail.test(each));
  return host
    ? { record, state: "fine", says: host }
    : {
        record,
        state: "wrong",
        says: "mails that come back reach no one: add the MX that the provider's page about the domain names.",
      };
}

const tags = (text: string) =>
  new Map(
    text.split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [] : [[pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()] as const];
    }),
  );

function checkDkim(name: string, texts: string[]): RecordCheck {
  const record = `DKIM (TXT of ${name})`;
  const wrong = (says: string): RecordCheck => ({ record, state: "wrong", says });
  const [key] = texts.map((text) => tags(text).get("p")).filter((each) => each !== undefined);
  if (key === undefined)
    return wrong("there is no key: add the one that the provider's page about the domain shows.");
  if (key === "")
    return wrong("its key was revoked: add the one that the provider's page about the domain shows.");
  try {
    const { asymmetricKeyDetails, asymmetricKeyType } = createPublicKey({
      key: Buffer.from(key.replace(/\s/g, ""), "base64"),
      format: "der",
      type: "spki",
    });
    const bits = asymmetricKeyDetails?.modulusLength;
    if (asymmetricKeyType === "rsa" && bits !== undefined && bits < 1024)
      return wrong(`its key has ${bits} bits, which no one believes any more: ask the provider for another.`);
    return { record, state: "fine", says: `a key of ${bits ?? "256"} bits` };
  } catch {
    return wrong("its key cannot be read: some of it was lost when it was copied; copy it once more.");
  }
}

function checkDmarc(name: string, texts: string[]): RecordCheck {
  const record = `DMARC (TXT of ${name})`;
  const wrong = (says: string): RecordCheck => ({ record, state: "wrong", says });
  const found = texts.filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
  const [dmarc = ""] = found;
  const wanted = "v=DMARC1; p=quarantine; rua=mailto:…";
  if (found.length === 0)
    return wrong(`there is none, and large providers refuse mail without: add "${wanted}".`);
  if (found.length > 1)
    return wrong(`there are ${found.length}, and with more than one none counts: keep one.`);
  const policy = tags(dmarc).get("p")?.toLowerCase();
  if (!policy || !["none", "quarantine", "reject"].includes(policy))
    return wrong(`it has no policy p=none, quarantine or reject: write "${wanted}".`);
  if (policy === "none")
    return {
      record,
      state: "advice",
      says: "anyone may still write in the company's name: once its reports show no mail of yours that fails, write p=quarantine.",
    };
  return { record, state: "fine", says: dmarc };
}
