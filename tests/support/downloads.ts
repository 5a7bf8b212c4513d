// Downloads that a page of the component tests starts.
import { vi } from "vitest";

/** Records downloads in place of the browser. `vi.restoreAllMocks` ends that. */
export function recordDownloads(): readonly { name: string; file: Blob }[] {
  const downloads: { name: string; file: Blob }[] = [];
  const files = new Map<string, Blob>();
  const { createObjectURL } = URL;
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    const address = createObjectURL.call(URL, file);
    files.set(address, file as Blob);
    return address;
  });
  const { click } = HTMLAnchorElement.prototype;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file) downloads.push({ name: this.download, file });
    else click.call(this);
  });
  return downloads;
}
