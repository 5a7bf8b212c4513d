// What is on its way or there, by its file; what could not be had is asked for again.
const asked: Record<string, Promise<unknown>> = {};

/**
 * Asks for all files that an import needs at once, and imports once its styles are there. Every page loads this with its loader: Vite's own
 * helper, whose place it takes, weighs 0.5 kB more after Brotli for what this site does not have, such as nonces and other origins.
 * @throws Error with the name of a stylesheet that could not be had; whatever the import throws
 */
export const preload = <Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> =>
  Promise.all(files.map((file) => (asked[file] ??= ask(file)))).then(load);

const ask = (file: string) =>
  new Promise((done, fail) => {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "stylesheet" : "modulepreload";
    link.crossOrigin = "";
    link.href = `/${file}`;
    link.onload = done;
    link.onerror = () => {
      delete asked[file];
      link.remove();
      fail(new Error(file));
    };
    document.head.append(link);
    // A script that cannot be had is the import's to say.
    if (!isStyle) done(null);
  });
