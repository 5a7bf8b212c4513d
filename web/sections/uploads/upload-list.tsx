import { type RefObject, useEffect, useRef, useState } from "react";
import { isolate } from "#functions/contract/characters.ts";
import { uploadedField, uploadField } from "#functions/contract/contact.ts";
import { useFormatNumber, useLanguage } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { formUploads } from "./settle.ts";
import * as css from "./upload-list.css.ts";
import { uploadTexts } from "./upload-texts.ts";
import { openUploads, type Upload, type Uploads } from "./uploads.ts";

export type UploadListProps = {
  /** The element with the inputs of the field. */
  field: RefObject<HTMLElement | null>;
  /** Set if the edge rejected the files. */
  isRejected: object | undefined;
};

/** Lists the files of a form with their progress, and uploads those that the visitor chooses. */
export default function UploadList({ field: fieldRef, isRejected }: UploadListProps) {
  const texts = uploadTexts[useLanguage()];
  const list = useRef<HTMLUListElement>(null);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const opened = useRef<Uploads>(null);
  useEffect(() => {
    const field = fieldRef.current;
    const input = field?.querySelector<HTMLInputElement>(`[name="${uploadField}"]`);
    const tokenInput = field?.querySelector<HTMLInputElement>(`[name="${uploadedField}"]`);
    const form = field?.closest("form");
    if (!(input && tokenInput && form)) return;
    const openedUploads = openUploads(tokenInput, setUploads);
    opened.current = openedUploads;
    const takeFiles = () => {
      const files = [...(input.files ?? [])];
      // The same file can be chosen again, and a form that is posted does not send it twice.
      input.value = "";
      if (files.length > 0) openedUploads.add(files);
    };
    openedUploads.follow();
    takeFiles();
    formUploads.settle = async () => {
      const failed = await openedUploads.settle();
      const rows = list.current?.children ?? [];
      if (failed)
        [...rows]
          .find(({ id }) => id === failed.id)
          ?.querySelector("button")
          ?.focus();
      return !failed;
    };
    formUploads.onReady();
    const ending = new AbortController();
    const { signal } = ending;
    input.addEventListener("change", takeFiles, { signal });
    form.addEventListener("input", openedUploads.follow, { signal });
    form.addEventListener("reset", openedUploads.clear, { signal });
    return () => {
      ending.abort();
      formUploads.settle = async () => true;
    };
  }, [fieldRef]);
  const retry = (id: string) => {
    opened.current?.retry(id);
    // The pressed button is gone.
    requestAnimationFrame(() => document.getElementById(id)?.querySelector("button")?.focus());
  };
  const remove = (id: string) => {
    opened.current?.remove(id);
    fieldRef.current?.querySelector("input")?.focus();
  };
  return (
    <>
      {uploads.length > 0 && (
        <ul className={css.list} aria-label={texts.list} ref={list}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload.id)}
              onRemove={() => remove(upload.id)}
            />
          ))}
        </ul>
      )}
      {isRejected && (
        <p className={css.rejection} role="alert" tabIndex={-1} data-retry="">
          <Icon name="alert" />
          <span>{texts.rejected}</span>
        </p>
      )}
      <VisuallyHidden>
        {/* Only the file that changed is announced. */}
        <span role="status" aria-atomic={false}>
          {uploads.map((upload) => (
            <span key={upload.id}>{describeEnd(upload, texts)}</span>
          ))}
        </span>
      </VisuallyHidden>
    </>
  );
}

type Texts = (typeof uploadTexts)["es"];

/** Returns the end of an upload for a screen reader; null before it. */
function describeEnd({ name, token, fault }: Upload, texts: Texts): string | null {
  const state = fault ? texts.faults[fault] : token && texts.done;
  return state && `${isolate(name)}: ${state} `;
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onRemove: () => void };

function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const texts = uploadTexts[useLanguage()];
  const format = useFormatNumber();
  const { id, name, size, received, token, isWaiting, fault } = upload;
  const sizeInMegabytes = format(Math.max(size / 1_000_000, 0.1), {
    ...{ style: "unit", unit: "megabyte", maximumFractionDigits: 1 },
  });
  const waitingText = navigator.onLine ? texts.retrying : texts.offline;
  const state = fault ? texts.faults[fault] : token ? texts.done : isWaiting ? waitingText : texts.sending;
  return (
    <li className={css.row} id={id}>
      <p className={css.name}>
        <bdi>{isolate(name)}</bdi>
      </p>
      <p className={fault ? css.fault : css.state}>{fault ? state : `${sizeInMegabytes} · ${state}`}</p>
      {!token && !fault && (
        <progress className={css.progress} max={size} value={received} aria-label={isolate(name)} />
      )}
      <div className={css.buttons}>
        {fault === "failed" && (
          <Button size="small" onClick={onRetry}>
            <span>{texts.retry}</span>
            <VisuallyHidden>{` ${isolate(name)}`}</VisuallyHidden>
          </Button>
        )}
        <Button size="small" tone="quiet" onClick={onRemove}>
          <span>{token || fault ? texts.remove : texts.cancel}</span>
          <VisuallyHidden>{` ${isolate(name)}`}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
