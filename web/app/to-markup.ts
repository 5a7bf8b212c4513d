import type { ReactNode } from "react";
import { prerender } from "react-dom/static";

/**
 * The markup of an element once everything in it is there; that of a document begins with its type. What `react-dom/server` has for this
 * would be a second copy of the renderer at the edge. @throws what failed in it
 */
export async function toMarkup(element: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(element, {
    // Smaller chunks would be moved into place by inline scripts.
    progressiveChunkSize: 1e9,
    onError: (error) => void failures.push(error),
  });
  // React would leave the failed part to the browser.
  if (failures.length > 0) throw failures[0];
  return new Response(prelude as BodyInit).text();
}
