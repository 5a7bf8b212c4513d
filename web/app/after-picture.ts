/** Does something once the next picture is drawn, which does not wait for it. */
export const afterPicture = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
