/**
 * Loads the pictures further down when the page is about to be printed, from the keys already: a browser that does not
 * wait for them would leave their places empty on the paper. A page that is only read loads none ahead of time.
 */
export function loadPicturesForPrint(): void {
  const load = () => {
    for (const image of document.images) image.loading = "eager";
  };
  addEventListener("beforeprint", load);
  addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (key.toLowerCase() === "p" && (ctrlKey || metaKey)) load();
  });
}
