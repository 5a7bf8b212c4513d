/** How many arrays and objects stand in each other in a text of JSON; of what is none, the answer means nothing. */
export function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  // A string that never ends is passed over as well: looked at again from each of its quotes, it would take seconds.
  for (const [sign] of text.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"?/gs)) {
    if (sign === "[" || sign === "{") deepest = Math.max(deepest, ++depth);
    if (sign === "]" || sign === "}") depth -= 1;
  }
  return deepest;
}
