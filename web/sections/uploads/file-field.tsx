import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { uploadedField, uploadField } from "#functions/contract/contact.ts";
import { useText } from "#web/language/use-text.ts";
import * as css from "./file-field.css.ts";

// The edge renders no list, so its bundle omits the code.
const UploadList = import.meta.env.SSR ? () => null : lazy(() => import("./upload-list.tsx"));

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
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    // A draft has tokens, and the visitor may have chosen files before this code ran.
    for (const { value } of field.current?.querySelectorAll("input") ?? []) if (value) setUsed(true);
  }, []);
  return (
    <div className={css.field} ref={field}>
      <label className={css.label}>
        <input className={css.input} type="file" name={uploadField} multiple onChange={() => setUsed(true)} />
        <span>{text("contact.attach")}</span>
      </label>
      <p className={css.names} data-uploads="" />
      <input type="hidden" name={uploadedField} defaultValue={defaultValue} />
      {isUsed && (
        <Suspense>
          <UploadList field={field} isRejected={isRejected} />
        </Suspense>
      )}
    </div>
  );
}
