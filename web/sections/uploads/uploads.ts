import type { UploadAnswer } from "#functions/contract/upload.schema.ts";
import { maxUploadBytes, maxUploads, uploadPartBytes } from "#functions/contract/upload.ts";
import { readUploadTokens } from "#functions/contract/upload-tokens.ts";
import { ApiError, toApiError } from "#web/api/api-error.ts";
import { createNoResponseError } from "#web/api/client.ts";

/** Why a file is not accepted, or why its upload has ended. */
export type UploadFault = "tooLarge" | "tooMany" | "empty" | "failed";

/** A file of a form: its bytes that have arrived, its token once all have, and the fault that ended its upload. */
export type Upload = {
  id: string;
  name: string;
  size: number;
  received: number;
  token: string | null;
  /** Whether the last part failed and is sent again later. */
  isWaiting: boolean;
  fault: UploadFault | null;
};

/** Number of attempts to send a part while the network is there. */
const maxAttempts = 8;
const maxDelayMs = 30_000;

/** Waits before the next attempt, at most until the network is back. */
function delay(attempt: number, retryAfter: number | null, signal: AbortSignal): Promise<void> {
  const delayMs = Math.max(Math.min(500 * 2 ** attempt, maxDelayMs), (retryAfter ?? 0) * 1_000);
  return new Promise((resolve) => {
    const ending = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ending.abort();
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    addEventListener("online", end, { signal: ending.signal });
    signal.addEventListener("abort", end, { signal: ending.signal });
  });
}

/** Sends the part of a file at `offset`. @throws ApiError; an abort error once the signal is aborted */
async function sendPart(
  { id, name, size }: Upload,
  file: Blob,
  offset: number,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const query = new URLSearchParams({ name, size: String(size), offset: String(offset) });
  const response = await fetch(`/api/uploads/${id}?${query}`, {
    method: "PUT",
    body: file.slice(offset, offset + uploadPartBytes),
    headers: { "Content-Type": "application/octet-stream" },
    signal,
  }).catch((error) => {
    throw signal.aborted ? error : createNoResponseError();
  });
  if (!response.ok) throw await toApiError(response);
  const answer: Partial<UploadAnswer> | null = await response.json().catch(() => null);
  // Another server has answered, such as a captive portal.
  if (typeof answer?.received !== "number") throw new ApiError("unexpected_answer");
  return answer as UploadAnswer;
}

const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status);

/**
 * Uploads the files of a form, and puts their tokens into `tokenInput`. An upload goes on with the part that failed once
 * the network is back.
 */
export function openUploads(tokenInput: HTMLInputElement, onChange: (uploads: readonly Upload[]) => void) {
  const files = new Map<string, { file: Blob; controller: AbortController }>();
  let uploads: readonly Upload[] = [];
  let waiters: (() => void)[] = [];

  const isAccepted = ({ fault }: Upload) => fault === null || fault === "failed";
  const isEnded = ({ token, fault }: Upload) => token !== null || fault !== null;
  const joinTokens = () => uploads.flatMap(({ token }) => token ?? []).join(" ");

  function set(newUploads: readonly Upload[]) {
    uploads = newUploads;
    const tokens = joinTokens();
    if (tokenInput.value !== tokens) {
      tokenInput.value = tokens;
      // The form stores its draft.
      tokenInput.dispatchEvent(new Event("input", { bubbles: true }));
    }
    onChange(uploads);
    if (!uploads.every(isEnded)) return;
    for (const resolve of waiters) resolve();
    waiters = [];
  }
  const change = (id: string, changes: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const find = (id: string) => uploads.find((upload) => upload.id === id);

  /** Sends the parts of a file until it has a token, is removed, or cannot be uploaded. */
  async function run(id: string): Promise<void> {
    const source = files.get(id);
    let attempt = 0;
    for (;;) {
      const upload = find(id);
      if (!source || !upload || isEnded(upload)) return;
      const { signal } = source.controller;
      try {
        const { received, token = null } = await sendPart(upload, source.file, upload.received, signal);
        attempt = 0;
        change(id, { received, token, isWaiting: false });
      } catch (error) {
        if (signal.aborted) return;
        if (navigator.onLine) attempt += 1;
        if (isFinal(error) || attempt >= maxAttempts) return change(id, { fault: "failed" });
        change(id, { isWaiting: true });
        await delay(attempt, error instanceof ApiError ? error.retryAfter : null, signal);
      }
    }
  }

  const findFault = ({ size }: File, position: number): UploadFault | null => {
    if (position > maxUploads) return "tooMany";
    if (size > maxUploadBytes) return "tooLarge";
    return size === 0 ? "empty" : null;
  };

  return {
    /** Uploads files, unless they are too many, too large or empty. */
    add(newFiles: Iterable<File>) {
      let count = uploads.filter(isAccepted).length;
      const newUploads = [...newFiles].map((file): Upload => {
        const id = crypto.randomUUID();
        const fault = findFault(file, count + 1);
        if (!fault) count += 1;
        files.set(id, { file, controller: new AbortController() });
        const { name, size } = file;
        return { id, name, size, received: 0, token: null, isWaiting: false, fault };
      });
      // A new choice ends the complaints about the last one.
      const acceptedUploads = uploads.filter(isAccepted);
      set([...acceptedUploads, ...newUploads]);
      for (const { id } of newUploads) void run(id);
    },
    retry(id: string) {
      change(id, { fault: null, isWaiting: false });
      void run(id);
    },
    /** Ends an upload, or takes an uploaded file out of the form. */
    remove(id: string) {
      files.get(id)?.controller.abort();
      files.delete(id);
      set(uploads.filter((upload) => upload.id !== id));
    },
    /** Takes over the tokens of the form, if they are others: of a draft, or none after the form was sent. */
    follow() {
      if (tokenInput.value === joinTokens()) return;
      const storedUploads = readUploadTokens(tokenInput.value).map(
        ({ token, file: { name, size } }): Upload => ({
          ...{ id: crypto.randomUUID(), name, size, received: size, token },
          ...{ isWaiting: false, fault: null },
        }),
      );
      const pendingUploads = uploads.filter(({ token }) => token === null);
      set([...storedUploads, ...pendingUploads]);
    },
    clear() {
      for (const { controller } of files.values()) controller.abort();
      files.clear();
      // A form is reset when its message is sent. An event would store its text as a draft again.
      tokenInput.value = "";
      set([]);
    },
    /**
     * Waits until no upload is under way. Returns the file that needs the visitor, or undefined. Without a network an
     * upload would take too long to wait for.
     */
    async settle(): Promise<Upload | undefined> {
      const pendingUpload = uploads.find((upload) => !isEnded(upload));
      if (pendingUpload && !navigator.onLine) return pendingUpload;
      if (pendingUpload) await new Promise<void>((resolve) => waiters.push(resolve));
      return uploads.find(({ fault }) => fault === "failed");
    },
  };
}

export type Uploads = ReturnType<typeof openUploads>;
