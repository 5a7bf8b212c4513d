import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { languages, pages, path } from "#cms/content/site.ts";
import { type Screen, screenFolder } from "./paths.ts";

const modules: Record<ReturnType<typeof screenFolder>, () => Promise<{ default: ComponentType }>> = {
  content: () => import("#web/pages/content/content.tsx"),
  "sign-in": () => import("#web/pages/sign-in/sign-in.tsx"),
  inbox: () => import("#web/pages/inbox/inbox.tsx"),
  "not-found": () => import("#web/pages/not-found/not-found.tsx"),
};

/** Loads the module of a screen, whose component is its default export. */
export const loadScreen = (screen: Screen) => modules[screenFolder(screen)]();

const screens = Object.fromEntries(
  Object.entries(modules).map(([folder, load]) => [folder, lazy(load)]),
) as Record<keyof typeof modules, LazyExoticComponent<ComponentType>>;

/** Shows the screen that the address names. */
export function Screens() {
  const NotFound = screens["not-found"];
  return (
    <Routes>
      {pages.flatMap((page) => {
        const Shown = screens[screenFolder(page)];
        return languages.map((language) => (
          <Route key={`${page} ${language}`} path={path(page, language)} element={<Shown />} />
        ));
      })}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
