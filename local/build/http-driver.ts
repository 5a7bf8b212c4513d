import type { Plugin } from "vite";

/**
 * Tells the bundler what of Neon's driver has no effect of its own. The driver is one small-written file in which everything is built at
 * once, also the half that speaks to databases over WebSockets; so marked, what the functions do not use of it is left out: their calls go over HTTP.
 */
export const httpDriver: Plugin = {
  name: "http-driver",
  transform: {
    filter: { id: /\/@neondatabase\/serverless\/index\.mjs$/ },
    handler: (code) => markPure(code),
  },
};

// What only builds: a module of CommonJS, one of its own that is read later, the view of one as the other, and a function's name.
const builders = [
  /\bvar ([\w$]+)=\(r,e\)=>\(\)=>\{try\{return e\|\|r\(\(e=\{exports:/,
  /\bvar ([\w$]+)=\(r,e,t\)=>\(\)=>\{if\(t\)throw t\[0\]/,
  /\bvar ([\w$]+)=\(r,e,t\)=>\(t=r!=null\?/,
  /\bvar ([\w$]+)=\(r,e\)=>[\w$]+\(r,"name",/,
];

/** @throws Error for a driver that is written in another way */
export function markPure(code: string): string {
  const names = builders.map((builder) => {
    const [, name] = builder.exec(code) ?? [];
    if (!name) throw new Error(`Neon's driver is written in another way: nothing in it is ${builder}.`);
    return name.replaceAll("$", "\\$");
  });
  const toModule = names[2];
  return code
    .replace(new RegExp(`(?<![\\w$.])(?:${names.join("|")})\\(`, "g"), "/*@__PURE__*/$&")
    .replace(new RegExp(`(?<![\\w$.])(${toModule}\\()([\\w$]+\\(\\))`, "g"), "$1/*@__PURE__*/$2");
}
