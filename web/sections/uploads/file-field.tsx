import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { uploadedField, uploadField } from "#functions/contract/contact.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import * as css from "./file-field.css.ts";
import { formUploads } from "./settle.ts";
import type { UploadListProps } from "./upload-list.tsx";

// The edge renders no list, so its bundle omits the code.
const loadList = import.meta.env.SSR ? null : () => import("./upload-list.tsx");

type FileFieldProps = {
  /** Set if the edge rejected the files. */
  isRejected?: object | undefined;
  /** The tokens of files that were uploaded before. */
  defaultValue?: string;
};

/**
 * Renders the field for files of a form. It uploads a file at once; the form then has its token. The code for that
 * loads with the first file. Without script the browser sends the files with the form.
 */
export function FileField({ isRejected, defaultValue }: FileFieldProps) {
  const text = useText();
  const field = useRef<HTMLDivElement>(null);
  const [UploadList, setUploadList] = useState<ComponentType<UploadListProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isLoading = useRef(false);
  const load = useEffectEvent((input: HTMLInputElement) => {
    if (isLoading.current) return;
    isLoading.current = true;
    setFailed(false);
    // A message waits until the list has taken its files.
    const loading = new Promise<boolean>((resolve) => {
      formUploads.onReady = () => resolve(true);
      loadList?.().then(
        ({ default: loadedList }) => setUploadList(() => loadedList),
        () => {
          isLoading.current = false;
          formUploads.settle = async () => true;
          resolve(false);
          input.value = "";
          setFailed(true);
        },
      );
    });
    formUploads.settle = () => loading.then((isReady) => isReady && formUploads.settle());
  });
  useEffect(() => {
    const form = field.current?.closest("form");
    const [input, tokenInput] = field.current?.querySelectorAll("input") ?? [];
    // The visitor may have chosen files before this code ran, and a draft has tokens.
    const check = () => void ((input?.value || tokenInput?.value) && input && load(input));
    check();
    form?.addEventListener("input", check);
    return () => form?.removeEventListener("input", check);
  }, []);
  return (
    <div className={css.field} ref={field}>
      {/* The edge shows earlier files here. They come first, so they outlast a form that is too large. */}
      <div className={css.names} data-uploads="" />
      <label className={css.label}>
        <input className={css.input} type="file" name={uploadField} multiple />
        <span>{text("contact.attach")}</span>
      </label>
      <input type="hidden" name={uploadedField} defaultValue={defaultValue} />
      {UploadList && <UploadList field={field} isRejected={isRejected} />}
      {hasFailed && <Alert tone="critical" text={text("contact.attachFailed")} />}
    </div>
  );
}
