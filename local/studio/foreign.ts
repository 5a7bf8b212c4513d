const fontFaces = /@font-face\s*\{[^}]*https?:[^}]*\}\s*/g;

/**
 * A page or style sheet of the Studio without what it would fetch from other machines: a script that connects it
 * with Sanity's own dashboard, and web fonts, whose stack ends in the system's.
 */
export function withoutForeign(text: string): string {
  return text.replace(/<script[^>]*\ssrc="https?:[^>]*><\/script>/g, "").replace(fontFaces, "");
}
