/** A part of a mail's text. A folded part quotes an earlier mail, or is a signature. */
export type TextPart = { text: string; isFolded: boolean };

// The line with which mail programs begin a quotation, in six languages: "On … wrote:".
const attribution =
  /^\s*(?:On|El|Am|Le|Il|Em|No dia)\s.{3,400}?(?:wrote|escribió|schrieb|geschrieben|a écrit|ha scritto|escreveu).{0,150}:\s*$/su;
// A time and a year or an address: an attribution of programs that do not mark what they quote.
const dated = /\d[:.]\d\d.*@|\b\d{4}\b.*\d[:.]\d\d/su;
const originalMessage =
  /^\s*-{2,}\s?(?:Original Message|Mensaje original|Ursprüngliche Nachricht|Message (?:d['’]origine|original)|Messaggio originale|Mensagem original|Forwarded message|Mensaje reenviado)\s?-{2,}\s*$/iu;
const headerNames = {
  from: /^\s*\*?(?:From|De|Von|Da)\s?:/iu,
  sent: /^\s*\*?(?:Sent|Date|Enviado(?: el| em)?|Fecha|Gesendet|Datum|Envoyé|Inviato|Data|Enviada(?: em)?)\s?:/iu,
  subject: /^\s*\*?(?:Subject|Asunto|Betreff|Objet|Oggetto|Assunto)\s?:/iu,
};
const phoneSignature =
  /^\s*(?:Sent from|Get|Enviado d|Obt|Von mein|Gesendet|Envoyé d|Inviato d|Scarica)\S*\s.{0,40}(?:iPhone|iPad|Galaxy|Samsung|Android|Outlook|Yahoo|Huawei|Xiaomi)/u;

const isBlank = (line: string | undefined) => line !== undefined && line.trim() === "";
const isQuoted = (line: string | undefined) => line !== undefined && /^\s*>/.test(line);

/** Returns whether the lines from `index` on are the header of a mail that follows without marks, as Outlook writes it. */
function isHeader(lines: readonly string[], index: number): boolean {
  if (!headerNames.from.test(lines[index] ?? "")) return false;
  const following = lines.slice(index + 1, index + 10);
  const end = following.findIndex((line) => isBlank(line) || headerNames.from.test(line));
  const header = end === -1 ? following : following.slice(0, end);
  return [headerNames.sent, headerNames.subject].every((name) => header.some((line) => name.test(line)));
}

/**
 * Returns the position of the first line of the attribution that ends at `last`, or -1. Programs break it into up to four
 * lines.
 */
function findAttribution(lines: readonly string[], last: number): number {
  if (!/:\s*$/.test(lines[last]?.slice(-10) ?? "")) return -1;
  for (let start = last; start > last - 4 && start >= 0 && !isBlank(lines[start]); start -= 1) {
    const text = lines.slice(start, last + 1).join(" ");
    if (text.length < 700 && attribution.test(text)) return start;
  }
  return -1;
}

/** Returns the position of the next line with text, for each line. */
function listNextTexts(lines: readonly string[]): number[] {
  const positions: number[] = [];
  let position = lines.length;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    positions[index] = position;
    if (!isBlank(lines[index])) position = index;
  }
  return positions;
}

/** A text of this length is not the author's only because our text has the same words. */
const longText = 20;
/** Lines of a quotation that are compared with our text. The comparison takes time. */
const maxLines = 1_000;

/**
 * Returns the positions of answers inside a quotation without marks: lines between two lines of `sentText` that are not
 * its own. Programs may break its lines.
 */
function listInsertedAnswers(lines: readonly string[], start: number, sentText: string): number[] {
  const squeeze = (text: string) => text.replace(/[^\S\n]+/g, "");
  const sentWords = `\n${squeeze(sentText)}\n`;
  /** Returns the end of a line in the text, after the lines before it, or -1. */
  const findEnd = (line: string, position: number) => {
    if (sentWords.startsWith(line, position)) return position + line.length;
    const wordsStart =
      line.length < longText
        ? sentWords.indexOf(`\n${line}\n`, position) + 1
        : sentWords.indexOf(line, position);
    return wordsStart > 0 ? wordsStart + line.length : -1;
  };
  const answers: number[] = [];
  let candidates: number[] = [];
  let position = 0;
  for (let index = start; index < Math.min(lines.length, start + maxLines); index += 1) {
    const line = squeeze(lines[index] ?? "");
    if (line === "") continue;
    const end = findEnd(line, position);
    if (end === -1) candidates.push(index);
    else {
      // Nothing is inserted before the first line.
      if (position > 0) answers.push(...candidates);
      candidates = [];
      position = end;
    }
  }
  return answers;
}

/** Marks the lines of quotations and signatures. */
function markFolded(lines: readonly string[], sentTexts: readonly string[]): boolean[] {
  const nextTexts = listNextTexts(lines);
  const folded = lines.map(isQuoted);
  const foldRest = (start: number) => {
    folded.fill(true, start);
    for (const sentText of sentTexts)
      for (const index of listInsertedAnswers(lines, start, sentText)) folded[index] = false;
    return folded;
  };
  // A signature reaches to the next quotation.
  let isSignature = false;
  for (const [index, line] of lines.entries()) {
    if (originalMessage.test(line.slice(0, 200)) || isHeader(lines, index)) {
      const isRule = (above: string | undefined) => isBlank(above) || /^_{5,}$/.test(above ?? "");
      let start = index;
      while (isRule(lines[start - 1])) start -= 1;
      return foldRest(start);
    }
    const isBeforeQuote = isQuoted(lines[nextTexts[index] ?? -1]);
    const start = folded[index] ? -1 : findAttribution(lines, index);
    if (start !== -1 && isBeforeQuote) folded.fill(true, start, index + 1);
    else if (start !== -1 && dated.test(lines.slice(start, index + 1).join(" "))) return foldRest(start);
    isSignature = /^-- ?$/.test(line) || (isSignature && !isQuoted(line));
    folded[index] ||= isSignature || (line.length < 120 && phoneSignature.test(line));
  }
  return folded;
}

/**
 * Splits the text of a mail into what its author wrote and what is folded: quotations and the signature. An answer
 * between quotations stays visible. Programs that mark no quotations show it between lines of `sentTexts`, the texts that
 * the conversation has sent. The parts together are the whole text.
 */
export function splitQuotes(text: string, sentTexts: readonly string[] = []): TextPart[] {
  const lines = text.split("\n");
  const folded = markFolded(lines, sentTexts);
  const parts: TextPart[] = [];
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    // Empty lines between quotations belong to them.
    const isFolded = folded[index] === true || (isBlank(line) && last?.isFolded === true);
    if (last?.isFolded === isFolded) last.text += `\n${line}`;
    else parts.push({ text: line, isFolded });
  }
  return parts;
}
