import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { languages } from "#functions/contract/languages.ts";
import { pages, path, type Screen } from "./paths.ts";

const content = () => import("#web/pages/content/content.tsx");

/** The module of every screen, loaded where it is shown; each exports its component as default. */
export const screenModules: Record<Screen, () => Promise<{ default: ComponentType }>> = {
  home: content,
  reputation: content,
  "web-development": content,
  "technical-support": content,
  "digital-marketing": content,
  "seo-consulting": content,
  cctv: content,
  privacy: content,
  contact: content,
  "sign-in": () => import("#web/pages/sign-in/sign-in.tsx"),
  inbox: () => import("#web/pages/inbox/inbox.tsx"),
  "not-found": () => import("#web/pages/not-found/not-found.tsx"),
};

const screens = Object.fromEntries(
  Object.entries(screenModules).map(([name, load]) => [name, lazy(load)]),
) as Record<Screen, LazyExoticComponent<ComponentType>>;

/** Shows the screen that the address names. */
export function Screens() {
  const NotFound = screens["not-found"];
  return (
    <Routes>
      {pages.flatMap((page) => {
        const Shown = screens[page];
        return languages.map((language) => (
          <Route key={`${page} ${language}`} path={path(page, language)} element={<Shown />} />
        ));
      })}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
