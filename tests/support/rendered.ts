import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";

/**
 * Creates a function that renders components in a test without a browser, for tests of hooks. The components must not
 * add elements to the document.
 */
export function createRendering(): (
  element: ReactNode,
  wrap?: (render: () => void) => void,
) => Promise<void> {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("HTMLIFrameElement", class {});
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const noop = () => {};
  const document = { nodeType: 9, addEventListener: noop };
  const container = {
    nodeType: 1,
    nodeName: "DIV",
    tagName: "DIV",
    ownerDocument: document,
    addEventListener: noop,
  };
  const root = createRoot(container as unknown as Element);
  return (element, run = (render) => render()) => act(async () => run(() => root.render(element)));
}
