// The requests of files, by path.
const requests: Record<string, Promise<unknown>> = {};

/**
 * Loads a stylesheet, or requests a script before its import, unless the document already links the file. `file` is a
 * path in the bundle, without the leading slash.
 */
export function request(file: string): Promise<unknown> | undefined {
  if (!document.querySelector(`link[href="/${file}"]`)) requests[file] = insertLink(file);
  return requests[file];
}

/**
 * Requests all files of an import at once, and imports when the styles are loaded. The document's stylesheet has the
 * styles of every import, so it replaces theirs. The next import requests a failed file again. Vite's helper, which
 * this replaces, weighs 0.4 kB more after Brotli, because it supports nonces and other origins.
 * @throws Error with the name of a stylesheet that cannot be loaded; the error of the import
 */
export const preload = <Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> => {
  const pendingFiles = files.map((name) =>
    request(name.endsWith(".css") ? (document.documentElement.dataset.styles ?? name) : name),
  );
  return Promise.all(pendingFiles).then(load);
};

/** Adds a file's link to the head, and resolves when a stylesheet has loaded, or at once for a script. */
const insertLink = (file: string) =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "stylesheet" : "modulepreload";
    link.crossOrigin = "";
    link.href = `/${file}`;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(file));
    };
    document.head.append(link);
    // The import reports a missing script.
    if (!isStyle) resolve(null);
  });
