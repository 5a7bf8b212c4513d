/** Stacks the fields of both languages in an element with this class where it is narrow, as beside the preview. */
export const stackedLanguages = "stacked-languages";

export const stackedStyle = `
.${stackedLanguages} { container-type: inline-size; }
@container (max-width: 30rem) {
  .${stackedLanguages} [data-ui="Grid"] { grid-template-columns: minmax(0, 1fr) !important; }
}`;
