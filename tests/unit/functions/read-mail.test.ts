import { expect, test } from "vitest";
import { tidyLines, toPlainText } from "#functions/mail/received/html-text.ts";
import { identifyMail } from "#functions/mail/received/identify-mail.ts";
import { readMail, UnreadableMail } from "#functions/mail/received/read-mail.ts";

const receiver = "amazonses.com";
const toBytes = (text: string) => new TextEncoder().encode(text.replaceAll("\n", "\r\n"));
const read = (text: string) => readMail(toBytes(text), receiver);
const head = `Received: by inbound-smtp.us-east-1.amazonaws.com
Authentication-Results: amazonses.com; dmarc=pass header.from=cliente.example
From: "Ana Mora" <Ana@Cliente.example>
To: reply+1@reply.guaria.example
Subject: =?utf-8?q?Re=3A_cotizaci=C3=B3n?=
Message-ID: <1@cliente.example>
`;

test("reads the sender, the verdict and the text part", async () => {
  const mail = await read(`${head}Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

S=ED, el jueves.
--x
Content-Type: text/html

<p>otra cosa</p>
--x--
`);
  expect(mail).toEqual({
    ...{
      from: "ana@cliente.example",
      fromName: "Ana Mora",
      verdict: "pass",
    },
    ...{
      automatic: null,
      failedRecipient: null,
      isForwarded: false,
      subject: "Re: cotización",
      text: "Sí, el jueves.",
      files: [],
    },
  });
});

test("reads an HTML part as text without its scripts", async () => {
  const mail = await read(
    `${head}Content-Type: text/html; charset=utf-8\n\n<style>p{}</style><p>Hola &amp; adiós<br>línea</p><script>x()</script><img src="https://spy.example/1.gif">`,
  );
  expect(mail.text).toContain("Hola & adiós\nlínea");
  expect(mail.text).not.toMatch(/x\(\)|p\{\}/);
});

const identify = (text: string) => identifyMail(Uint8Array.from(Buffer.from(text)));
const ownHeaders = "From: a@b.example\nSubject: Re:\n Hola\nDate: today\nMessage-ID: <1@b.example>\n";

test.each([
  ["Received: by mx.example;\n today\nARC-Seal: i=1\n", ownHeaders, "\nSí"],
  ["", ownHeaders.replaceAll("\n", "\r\n"), "\r\nSí"],
  ["", ownHeaders.replace("From:", "X-Spam: 1\nFrom:\t"), "\nSí"],
])("identifies a mail whatever servers add to it: %j%j%j", async (...parts) => {
  expect(await identify(parts.join(""))).toBe(await identify(`${ownHeaders}\nSí`));
});

test.each([
  `${ownHeaders}\nNo`,
  `${ownHeaders.replace("a@", "b@")}\nSí`,
  `${ownHeaders.replace("<1@", "<2@")}\nSí`,
  `${ownHeaders.replace("today", "yesterday")}\nSí`,
  `${ownHeaders.replace("Hola", "Adiós")}\nSí`,
])("tells mails apart: %j", async (other) => {
  expect(await identify(other)).not.toBe(await identify(`${ownHeaders}\nSí`));
});

test("identifies a mail without a Message-ID and a date by its bytes", async () => {
  const plain = "From: a@b.example\n\nSí";
  expect(await identify(plain)).toBe(await identify(plain));
  expect(await identify(`Received: by mx.example\n${plain}`)).not.toBe(await identify(plain));
});

test.each([
  ["an out-of-office answer", "Auto-Submitted: auto-replied\n", "automatic"],
  ["a human mail that says so", "Auto-Submitted: no\n", null],
  ["a mailing list", "List-Id: <list.example>\n", "automatic"],
  ["bulk mail", "Precedence: bulk\n", "automatic"],
  ["an old responder", "X-Autoreply: yes\n", "automatic"],
  ["a calendar's reply", 'Content-Type: text/calendar; method="REPLY"\n', "automatic"],
  ["a report", "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n", "bounce"],
  [
    "a read receipt",
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\n",
    "automatic",
  ],
])("recognizes %s", async (_name, header, kind) => {
  expect((await read(`${head}${header}\nhola`)).automatic).toBe(kind);
});

test("recognizes a mail without a return path", async () => {
  expect((await read(`Return-Path: <>\n${head}\nhola`)).automatic).toBe("automatic");
});

test("rejects a mail of a hundred thousand parts or a nesting of three hundred", async () => {
  const parts = `${head}Content-Type: multipart/mixed; boundary=x\n\n${"--x\n\n\n".repeat(100_000)}`;
  await expect(read(parts)).rejects.toThrow(UnreadableMail);
  const nested = Array.from(
    { length: 300 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
  );
  await expect(read(`${head}${nested.join("")}\nhola`)).rejects.toThrow(UnreadableMail);
});

test("reads a mail without headers, or without anything", async () => {
  expect(await read("\nhola")).toMatchObject({ from: "", verdict: "none", text: "hola" });
  expect(await read("")).toMatchObject({ from: "", text: "" });
});

test.each([
  ["<p>uno</p><p>dos</p>", "uno\n\ndos"],
  ["<div>uno</div><div>dos<br>tres</div>", "uno\ndos\ntres"],
  ["ma&ntilde;ana &#191;s&iacute;&#x3f; &desconocida;", "mañana ¿sí? &desconocida;"],
  ["<!-- <p>no</p> -->sí <b>claro</b>", "sí claro"],
  ["<script>if (a < b) c()</script>hola", "hola"],
  ["5 < 7 y nada más", "5 < 7 y nada más"],
  ["5 < 7 <b>y nada más</b> <", "5 < 7 y nada más <"],
  ['<a title="a>b">aquí</a>', "aquí"],
  ["<pre>uno\n  dos\n</pre>tres", "uno\ndos\n\ntres"],
  ['bien <img alt="👍" src="https://x.example/a.gif"><img alt="logo">', "bien 👍"],
  [
    "<div>sí</div><div><br></div><blockquote>a<blockquote>b</blockquote></blockquote>no",
    "sí\n\n> a\n>\n>> b\nno",
  ],
  ["<table><tr><td>a</td><td>b</td></tr></table>", "a b"],
])("converts %j to text", (html, text) => {
  expect(tidyLines(toPlainText(html))).toBe(text);
});

test.each(["<", "<a ", "<!--", "<script>", "&", "<script></script>"])("converts 200,000 times %j", (part) => {
  expect(typeof toPlainText(part.repeat(200_000))).toBe("string");
});
