import { findType, toFileName } from "#functions/files/describe.ts";

/** A file of a mail, as it is stored. */
export type ReceivedFile = { name: string; type: string; content: Uint8Array | ReadableStream; size: number };

/** A file of a mail, as its sender made it. */
export type SentFile = {
  name: string | null;
  type: string;
  /** Whether the HTML of the mail shows the file, such as the logo of a signature. */
  isInline: boolean;
  content: Uint8Array;
};

/** Returns the files of a mail with their names and types. */
export const toReceivedFiles = (files: readonly SentFile[]): ReceivedFile[] =>
  files.map(({ name: sentName, type, content }, index) => {
    const name = toFileName(sentName, type, index + 1);
    return { name, type: findType(name, content), content, size: content.byteLength };
  });
