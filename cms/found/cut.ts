/** How many pixels of a title and of a description a search engine shows, and in which letters, on each kind of screen. */
export const rooms = {
  desktop: {
    title: { pixels: 580, font: "20px Arial, sans-serif" },
    description: { pixels: 920, font: "14px Arial, sans-serif" },
  },
  phone: {
    title: { pixels: 640, font: "18px Roboto, Arial, sans-serif" },
    description: { pixels: 760, font: "14px Roboto, Arial, sans-serif" },
  },
};

export type Screen = keyof typeof rooms;

/** A text as a search engine shows it: whole where there is room for it, else cut after a word, with an ellipsis. */
export function cut(text: string, pixels: number, widthOf: (text: string) => number): string {
  const whole = text.trim().replace(/\s+/g, " ");
  if (widthOf(whole) <= pixels) return whole;
  const words = whole.split(" ");
  while (words.length > 1 && widthOf(`${words.join(" ")} …`) > pixels) words.pop();
  return `${words.join(" ")} …`;
}
