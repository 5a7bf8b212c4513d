import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { languages } from "#functions/contract/languages.ts";
import { pages, path, type Screen } from "./paths.ts";

const service = () => import("#web/pages/service/service.tsx");

/** The module of every screen, loaded where it is shown; each exports its component as default. */
export const screenModules: Record<Screen, () => Promise<{ default: ComponentType }>> = {
  home: () => import("#web/pages/home/home.tsx"),
  reputation: service,
  "web-development": service,
  "technical-support": service,
  "digital-marketing": service,
  "seo-consulting": service,
  cctv: service,
  privacy: service,
  contact: () => import("#web/pages/contact/contact.tsx"),
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
