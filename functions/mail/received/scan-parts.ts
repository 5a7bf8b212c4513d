/** A part of a mail as it was sent, from the line that may begin it up to the next one. */
type ScannedPart = {
  bytes: Uint8Array<ArrayBuffer>;
  /** The length of its headers. */
  headLength: number;
  isText: boolean;
  /** Whether it is a file in base64, which the parser decodes in chunks. It holds each line of all others. */
  isChunked: boolean;
};

const [lineFeed, dash] = [10, 45];
const maxHeadBytes = 65_536;

/** The most parts that a mail may have. The parser bounds their depth, not their number. Texts have lines of dashes, too. */
export const maxScannedParts = 10_000;

/** Returns the positions of the lines that may begin a part. */
function findDelimiters(raw: Uint8Array): number[] {
  const positions: number[] = [];
  for (
    let index = raw.indexOf(dash);
    index !== -1 && positions.length <= maxScannedParts;
    index = raw.indexOf(dash, index + 1)
  ) {
    if (raw[index + 1] === dash && raw[index - 1] === lineFeed) positions.push(index);
    index += 1;
  }
  return positions;
}

/** Returns the number of lines of a text. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let index = bytes.indexOf(lineFeed); index !== -1; index = bytes.indexOf(lineFeed, index + 1))
    count += 1;
  return count;
}

/** Finds the parts of a mail without parsing it, so its size can be bounded first. */
export function scanParts(raw: Uint8Array<ArrayBuffer>): ScannedPart[] {
  const decoder = new TextDecoder("latin1");
  const delimiters = findDelimiters(raw);
  let isInMail = false;
  return [0, ...delimiters].map((start, index) => {
    const bytes = raw.subarray(start, delimiters[index]);
    const [head = ""] = decoder.decode(bytes.subarray(0, maxHeadBytes)).split(/\r?\n\r?\n/, 1);
    const type = /^content-type:\s*(\w+)/im.exec(head)?.[1]?.toLowerCase() ?? "text";
    const isBase64 = /^content-transfer-encoding:\s*base64/im.test(head);
    const isText = type === "text" && !isInMail;
    const isChunked = isBase64 && !isText && !isInMail;
    // A mail in the mail is one file with all of its parts.
    isInMail ||= type === "message" && !isBase64;
    return { bytes, headLength: head.length, isText, isChunked };
  });
}
