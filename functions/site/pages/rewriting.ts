/** Selects the option that has the value `wanted` has by then; an empty one selects none. */
export const selecting = (wanted: () => string) => ({
  element(option: Element) {
    const value = wanted();
    if (value && option.getAttribute("value") === value) option.setAttribute("selected", "");
  },
});
