/** SVG paths of the brand's sign, relative to the center of the flower at (24, 23) in a box of 48. */
export const signPaths = {
  sepals:
    "M0 0C-5-6-5-16 0-22C5-16 5-6 0 0ZM0 0C8 0 16 8 17 16C9 15 1 8 0 0ZM0 0C-8 0-16 8-17 16C-9 15-1 8 0 0Z",
  petals: "M0 1C-8 4-21 3-23-5C-22-14-8-14 0 1ZM0 1C8 4 21 3 23-5C22-14 8-14 0 1Z",
  lip: "M-4 0C-9 7-10 14-7 18.5C-4.5 22 4.5 22 7 18.5C10 14 9 7 4 0C2.5-2.5-2.5-2.5-4 0Z",
  throat: "M-2 1C-4 7-3 11 0 13C3 11 4 7 2 1C1 0-1 0-2 1Z",
};
