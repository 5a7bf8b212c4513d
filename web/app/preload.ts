// The requested files.
const asked: Record<string, Promise<unknown>> = {};

/** Requests a file of the bundle once, by its path without the leading slash. */
export function request(file: string): Promise<unknown> | undefined {
  if (!document.querySelector(`link[href="/${file}"]`)) asked[file] = ask(file);
  return asked[file];
}

/**
 * Requests all files of an import at once, and imports when the styles have arrived. The document's stylesheet, which has the styles of every
 * import, takes the place of their own. A failed file is requested again by the next import. Every page loads this with its loader: Vite's own
 * helper, which it replaces, weighs 0.4 kB more after Brotli for nonces and other origins, which this site does not have.
 * @throws Error with the name of a stylesheet that could not be had; whatever the import throws
 */
export const preload = <Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> => {
  const needed = files.map((name) =>
    request(name.endsWith(".css") ? (document.documentElement.dataset.styles ?? name) : name),
  );
  return Promise.all(needed).then(load);
};

const ask = (file: string) =>
  new Promise((done, fail) => {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "stylesheet" : "modulepreload";
    link.crossOrigin = "";
    link.href = `/${file}`;
    link.onload = done;
    link.onerror = () => {
      link.remove();
      fail(new Error(file));
    };
    document.head.append(link);
    // A script that cannot be had is the import's to say.
    if (!isStyle) done(null);
  });
