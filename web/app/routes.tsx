import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { isPrivate, languages, pages, path } from "#cms/content/site.ts";
import type { Screen } from "./paths.ts";

const modules: Record<Screen, () => Promise<{ default: ComponentType }>> = {
  content: () => import("#web/pages/content/content.tsx"),
  "own-message": () => import("#web/pages/own-message/own-message.tsx"),
  conversation: () => import("#web/pages/conversation/conversation.tsx"),
  "sign-in": () => import("#web/pages/sign-in/sign-in.tsx"),
  inbox: () => import("#web/pages/inbox/inbox.tsx"),
  "not-found": () => import("#web/pages/not-found/not-found.tsx"),
};

/** Loads the module of a screen, whose component is its default export. */
export const loadScreen = (screen: Screen) => modules[screen]();

const screens = Object.fromEntries(
  Object.entries(modules).map(([screen, load]) => [screen, lazy(load)]),
) as Record<Screen, LazyExoticComponent<ComponentType>>;

/**
 * Renders the private page of the current address, or else `screen`. A private `screen` becomes the not-found page,
 * because private pages exist at their fixed addresses only.
 */
export function Screens({ screen }: { screen: Screen }) {
  const OtherScreen = screens[isPrivate(screen) ? "not-found" : screen];
  return (
    <Routes>
      {pages.filter(isPrivate).flatMap((page) => {
        const PrivateScreen = screens[page];
        return languages.map((language) => (
          <Route key={`${page} ${language}`} path={path(page, language)} element={<PrivateScreen />} />
        ));
      })}
      <Route path="*" element={<OtherScreen />} />
    </Routes>
  );
}
