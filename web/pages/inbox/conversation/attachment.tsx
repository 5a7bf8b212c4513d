import { useCallback, useEffect, useRef, useState } from "react";
import { isolate } from "#functions/contract/characters.ts";
import type { Entry } from "#functions/contract/conversation.schema.ts";
import { toProblemMessage } from "#web/api/api-error.ts";
import { useFormatNumber, useText } from "#web/language/use-text.ts";
import { useInboxApi } from "#web/pages/inbox/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon, LinePath } from "#web/ui/icon.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { icon } from "#web/ui/text.css.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./mail-parts.css.ts";

type AttachmentProps = { attachment: Entry["attachments"][number] };

// Paths of Lucide (ISC licence, lucide.dev) on a 24 px grid.
const filePath = "M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6";
const picturePath =
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M9 7a2 2 0 1 0 0 4a2 2 0 0 0 0-4M21 15l-3.1-3.1a2 2 0 0 0-2.8 0L6 21";

// Files that can run a program or hide another file.
const dangerousName =
  /\.(?:7z|apk|app|bat|chm|cmd|com|cpl|dmg|do[ct]m|exe|gz|hta|html?|img|iso|jar|jse?|lnk|mht|mjs|msi|pif|potm|ppam|pptm|ps1|rar|reg|scr|sh|svg\w?|tar|url|vbe?|vbs|vhd\w?|wsf|xht|xhtml|xlam|xll|xls[bm]|xltm|zip)[\s.]*$/i;
const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** The greatest size of a picture that is loaded before the user asks for it. */
const eagerBytes = 2_000_000;

/** Formats a size in bytes with the unit that gives one to three digits. */
function useFormatSize(): (bytes: number) => string {
  const format = useFormatNumber();
  return (bytes) => {
    const unit = bytes < 1_000 ? "byte" : bytes < 1_000_000 ? "kilobyte" : "megabyte";
    const value = bytes / { byte: 1, kilobyte: 1_000, megabyte: 1_000_000 }[unit];
    // English abbreviates several bytes as "byte".
    const unitDisplay = unit === "byte" ? "long" : "short";
    return format(value, { style: "unit", unit, unitDisplay, maximumFractionDigits: value < 10 ? 1 : 0 });
  };
}

/** Returns the function that loads an attachment. */
function useLoadFile({ id }: AttachmentProps["attachment"]) {
  const { rawApi } = useInboxApi();
  return useCallback(
    async (signal?: AbortSignal): Promise<Blob> => {
      const response = await rawApi(`/api/attachments/${id}`, { headers: { Accept: "*/*" }, signal });
      return response.blob();
    },
    [rawApi, id],
  );
}

/** Shows an attachment with its name, its size, and a preview if it is a picture. */
export function Attachment({ attachment }: AttachmentProps) {
  const text = useText();
  const formatSize = useFormatSize();
  const { name, type, size } = attachment;
  const isPicture = pictureTypes.includes(type);
  return (
    <li className={css.attachment}>
      <LinePath path={isPicture ? picturePath : filePath} className={icon.text} />
      <span className={css.description}>
        {/* Without the characters that would show "exe.jpg" as the end of another name. */}
        <bdi className={css.name}>{isolate(name)}</bdi>
        <span className={css.size}>{formatSize(size)}</span>
        {dangerousName.test(name) && (
          <span className={css.danger}>
            <Icon name="alert" />
            <span>{text("inbox.file.dangerous")}</span>
          </span>
        )}
      </span>
      <DownloadButton attachment={attachment} />
      {isPicture && <Preview attachment={attachment} />}
    </li>
  );
}

function DownloadButton({ attachment }: AttachmentProps) {
  const text = useText();
  const toast = useToast();
  const loadFile = useLoadFile(attachment);
  const [isLoading, setIsLoading] = useState(false);
  const { id, name } = attachment;
  const download = async () => {
    setIsLoading(true);
    try {
      saveFile(await loadFile(), name);
    } catch (error) {
      const title = text("inbox.file.failed", { name });
      toast({ about: `file ${id}`, title, description: text(toProblemMessage(error)), tone: "critical" });
    }
    setIsLoading(false);
  };
  return (
    <Button size="small" aria-disabled={isLoading} onClick={isLoading ? undefined : download}>
      <span>{text(isLoading ? "inbox.file.downloading" : "inbox.file.download")}</span>
      <VisuallyHidden>{` ${isolate(name)}`}</VisuallyHidden>
    </Button>
  );
}

/**
 * Shows a picture once it comes into view, or a large one on request. A picture that cannot be loaded or decoded has no
 * preview. A canvas needs no address, which the page's policy would have to allow.
 */
function Preview({ attachment }: AttachmentProps) {
  const text = useText();
  const loadFile = useLoadFile(attachment);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isWanted, setIsWanted] = useState(attachment.size <= eagerBytes);
  const [stage, setStage] = useState<"waiting" | "shown" | "failed">("waiting");
  useEffect(() => {
    const target = canvas.current;
    if (!(target && isWanted)) return;
    const controller = new AbortController();
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      loadFile(controller.signal)
        .then((file) => drawPicture(file, target))
        .then(
          () => setStage("shown"),
          () => controller.signal.aborted || setStage("failed"),
        );
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [isWanted, loadFile]);
  if (stage === "failed") return null;
  if (!isWanted)
    return (
      <div className={css.preview}>
        <Button size="small" tone="quiet" onClick={() => setIsWanted(true)}>
          {text("inbox.file.show")}
        </Button>
      </div>
    );
  const label = text("inbox.file.preview", { name: attachment.name });
  return (
    <div className={css.preview}>
      <canvas ref={canvas} className={css.canvas} role="img" aria-label={label} data-stage={stage} />
    </div>
  );
}

/** The largest width and height of a preview, in CSS pixels. */
const previewSize = { width: 320, height: 240 };

async function drawPicture(file: Blob, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const scale = Math.min(1, previewSize.width / width, previewSize.height / height);
  const density = Math.min(1, scale * devicePixelRatio) / scale;
  canvas.width = Math.max(1, Math.round(width * scale * density));
  canvas.height = Math.max(1, Math.round(height * scale * density));
  canvas.style.inlineSize = `${Math.max(1, Math.round(width * scale))}px`;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
}
