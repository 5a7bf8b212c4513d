import { createDice, writeHeaders } from "./headers.ts";
import * as mime from "./mime.ts";

/** Mails that no program sends. Reading them ends, with or without an error. */
export const hostileMails: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  "40 MB": () =>
    mime.writeMail(
      writeHeaders(createDice(1)),
      mime.createAttachment("application/zip", "a.zip", "a".repeat(29_000_000)),
    ),
  "10,000 parts": () => {
    const parts = Array.from({ length: 10_000 }, () => mime.createTextPart("text/plain", "a", "8bit"));
    return mime.writeMail(writeHeaders(createDice(1)), mime.joinParts("mixed", parts));
  },
  "a nesting of 300": () => {
    let part = mime.createTextPart("text/plain", "a", "8bit");
    for (let depth = 0; depth < 300; depth += 1) part = mime.joinParts("mixed", [part], depth);
    return mime.writeMail(writeHeaders(createDice(1)), part);
  },
  "30 mails in each other": () => {
    let raw = mime.writeMail(writeHeaders(createDice(1)), mime.createTextPart("text/plain", "a", "8bit"));
    for (let depth = 0; depth < 30; depth += 1)
      raw = mime.writeMail(writeHeaders(createDice(1)), {
        headers: ["Content-Type: message/rfc822"],
        body: Buffer.from(raw).toString("latin1").replaceAll("\r\n", "\n"),
      });
    return raw;
  },
  "50,000 headers": () =>
    mime.writeMail(
      Array.from({ length: 50_000 }, (_, index) => `X-${index}: a`),
      mime.createTextPart("text/plain", "a", "8bit"),
    ),
  "bytes of every kind": () => Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7_919) % 256),
};
