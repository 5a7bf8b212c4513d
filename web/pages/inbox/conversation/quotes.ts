/** A part of a mail's text. A folded part quotes an earlier mail, or is a signature. */
export type TextPart = { text: string; isFolded: boolean };

// The line with which mail programs begin a quotation, in six languages: "On … wrote:".
const attribution =
  /^\s*>?\s*(?:On|El|Am|Le|Il|Em)\s.{3,300}\s?(?:wrote|escribió|schrieb|a écrit|ha scritto|escreveu).{0,100}:\s*$/su;
const originalMessage =
  /^\s*-{2,}\s?(?:Original Message|Mensaje original|Ursprüngliche Nachricht|Message d'origine|Messaggio originale|Mensagem original|Forwarded message|Mensaje reenviado)\s?-{2,}\s*$/iu;
const headerNames = {
  from: /^\*?(?:From|De|Von|Da)\s?:/iu,
  sent: /^\*?(?:Sent|Date|Enviado(?: el)?|Fecha|Gesendet|Datum|Envoyé|Inviato|Data|Enviada(?: em)?)\s?:/iu,
  subject: /^\*?(?:Subject|Asunto|Betreff|Objet|Oggetto|Assunto)\s?:/iu,
};

const isQuoted = (line: string) => /^\s*>/.test(line);

/** Returns whether the lines from `index` on are the header of a mail that follows without marks, as Outlook writes it. */
function isHeader(lines: readonly string[], index: number): boolean {
  if (!headerNames.from.test(lines[index] ?? "")) return false;
  const following = lines.slice(index + 1, index + 8);
  return [headerNames.sent, headerNames.subject].every((name) => following.some((line) => name.test(line)));
}

/** Returns for each line whether the next line with text, from it on, is quoted. */
function listQuotedNext(lines: readonly string[]): boolean[] {
  let isNextQuoted = false;
  const reversed = lines.toReversed().map((line) => {
    if (line.trim() !== "") isNextQuoted = isQuoted(line);
    return isNextQuoted;
  });
  return reversed.reverse();
}

/** Returns how many lines from `index` on attribute the quotation that follows: up to three, or none. */
function countAttributionLines(
  lines: readonly string[],
  index: number,
  quotedNext: readonly boolean[],
): number {
  const counts = [1, 2, 3].filter((count) => quotedNext[index + count]);
  return (
    counts.find((count) =>
      attribution.test(
        lines
          .slice(index, index + count)
          .join(" ")
          .slice(0, 600),
      ),
    ) ?? 0
  );
}

/** Returns whether everything from a line on belongs to the end of a mail: a signature, or an earlier mail. */
const isEnding = (lines: readonly string[], index: number): boolean =>
  lines[index] === "-- " || originalMessage.test(lines[index] ?? "") || isHeader(lines, index);

/**
 * Splits the text of a mail into what its author wrote and what is folded: quotations and the signature. An answer
 * between quotations stays visible. The parts together are the whole text. A mail without own text is not folded.
 */
export function splitQuotes(text: string): TextPart[] {
  const lines = text.split("\n");
  const quotedNext = listQuotedNext(lines);
  const folded: boolean[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (isEnding(lines, index)) {
      while (folded.length < lines.length) folded.push(true);
      break;
    }
    const count = isQuoted(lines[index] ?? "") ? 1 : countAttributionLines(lines, index, quotedNext);
    for (let line = 0; line < Math.max(1, count); line += 1) folded.push(count > 0);
    index += Math.max(1, count) - 1;
  }
  const hasOwnText = lines.some((line, index) => !folded[index] && line.trim() !== "");
  if (!hasOwnText) return [{ text, isFolded: false }];
  const parts: TextPart[] = [];
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    // Empty lines between quotations belong to them.
    const isFolded = folded[index] === true || (line.trim() === "" && last?.isFolded === true);
    if (last?.isFolded === isFolded) last.text += `\n${line}`;
    else parts.push({ text: line, isFolded });
  }
  return parts;
}
