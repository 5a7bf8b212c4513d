// The first script of every page. Vite's and React's parts must load before any module of the site.
import "@vitejs/plugin-react/preamble";
import { followSources } from "./follow.ts";
import "#web/app/loader.ts";

declare const __REACT_DEVTOOLS_GLOBAL_HOOK__: { onCommitFiberRoot(...commit: unknown[]): void };

let isHydrated = false;
const devtoolsHook = __REACT_DEVTOOLS_GLOBAL_HOOK__;
const { onCommitFiberRoot } = devtoolsHook;
devtoolsHook.onCommitFiberRoot = (...commit) => {
  isHydrated = true;
  onCommitFiberRoot(...commit);
};

// After hydration Vite updates the page in place, or reloads it itself.
followSources(({ rendered }) => rendered && !isHydrated);
