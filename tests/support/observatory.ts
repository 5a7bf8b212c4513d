// Scores an answer as Mozilla's HTTP Observatory does over HTTPS, by its published tests and modifiers
// (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring). Results that need a scan of the real host,
// such as the redirect from http and the preload list, count as neutral.

const broad = new Set(["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"]);
const inline = new Set(["'unsafe-inline'", "data:"]);
const isBroad = (sources: string[]) => sources.some((source) => broad.has(source));
const isUnsafe = (sources: string[]) => isBroad(sources) || sources.some((source) => inline.has(source));
const isPlain = (sources: string[]) => sources.some((source) => /^(?:http|ftp):/.test(source));

type Policy = Map<string, string[]>;

/** Returns the directives of a policy. The first directive of a name counts. */
function readPolicy(header: string): Policy {
  const policy: Policy = new Map();
  for (const [name = "", ...sources] of header.split(";").map((part) => part.trim().split(/\s+/))) {
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

function scorePolicy(policy: Policy): number {
  if (policy.size === 0) return -25;
  const fallback = policy.get("default-src") ?? ["*"];
  const [script, object, style] = ["script-src", "object-src", "style-src"].map(
    (name) => policy.get(name) ?? fallback,
  ) as [string[], string[], string[]];
  const passive = ["img-src", "media-src"].flatMap((name) => policy.get(name) ?? fallback);
  const active = [...policy].flatMap(([name, sources]) => (/^(?:img|media)-src$/.test(name) ? [] : sources));
  if (isUnsafe(script) || isBroad(object)) return -20;
  if (isPlain(active)) return -20;
  if ([...script, ...style].includes("'unsafe-eval'")) return -10;
  if (isPlain(passive)) return -10;
  if (isUnsafe(style)) return 0;
  const form = policy.get("form-action") ?? ["*"];
  return fallback.join() === "'none'" && ["'none'", "'self'"].includes(form.join()) ? 10 : 5;
}

function scoreFrames(policy: Policy, header: string | null): number {
  const ancestors = policy.get("frame-ancestors");
  if (ancestors && !isBroad(ancestors)) return 5;
  return /^(?:deny|sameorigin)$/i.test(header ?? "") ? 0 : -20;
}

function scoreTransport(header: string | null): number {
  const [, seconds] = /max-age=(\d+)/i.exec(header ?? "") ?? [];
  if (seconds === undefined) return -20;
  return Number(seconds) < 15_768_000 ? -10 : 0;
}

function scoreReferrer(header: string | null): number {
  if (header === null) return 0;
  const last = header.split(",").at(-1)?.trim() ?? "";
  return ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"].includes(last)
    ? 5
    : -5;
}

function scoreResources(header: string | null): number {
  if (header === null || header === "cross-origin") return 0;
  return ["same-origin", "same-site"].includes(header) ? 10 : -5;
}

/** Scores the opener policy, which counts since 2026. */
function scoreOpeners(header: string | null): number {
  if (header === null || header === "unsafe-none") return 0;
  return { "same-origin": 10, "same-origin-allow-popups": 5, "noopener-allow-popups": 5 }[header] ?? -5;
}

/**
 * Scores subresource integrity. Scripts of the same origin do not need it, but gain points by it. Other scripts need
 * it.
 */
function scoreIntegrity(type: string | null, html: string): number {
  if (!/^(?:text\/html|application\/xhtml\+xml)/.test(type ?? "")) return 0;
  const scripts = html.match(/<script\b[^>]*\ssrc="[^>]*>/g) ?? [];
  const isForeign = (script: string) => /\ssrc="(?:https?:)?\/\//.test(script);
  const isChecked = (script: string) => /\sintegrity="/.test(script);
  if (scripts.some((script) => isForeign(script) && !isChecked(script))) return -50;
  return scripts.some(isChecked) ? 5 : 0;
}

function scoreCookies(cookies: string[]): number {
  if (cookies.length === 0) return 0;
  if (!cookies.every((cookie) => /;\s*secure\b/i.test(cookie))) return -20;
  if (!cookies.every((cookie) => /;\s*httponly\b/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(?:lax|strict)\b/i.test(cookie)) ? 5 : 0;
}

/**
 * Returns the score of an answer, 0 to 145. Bonus points count only if at least 90 points are left after the
 * deductions.
 */
export function scoreAnswer({ headers }: Response, body: string): number {
  const policy = readPolicy(headers.get("Content-Security-Policy") ?? "");
  const scores = [
    scorePolicy(policy),
    scoreFrames(policy, headers.get("X-Frame-Options")),
    scoreTransport(headers.get("Strict-Transport-Security")),
    scoreReferrer(headers.get("Referrer-Policy")),
    scoreResources(headers.get("Cross-Origin-Resource-Policy")),
    scoreOpeners(headers.get("Cross-Origin-Opener-Policy")),
    scoreIntegrity(headers.get("Content-Type"), body),
    scoreCookies(headers.getSetCookie()),
    headers.get("X-Content-Type-Options") === "nosniff" ? 0 : -5,
    headers.get("Access-Control-Allow-Credentials") === "true" ? -50 : 0,
  ];
  const sum = (isIncluded: (score: number) => boolean) =>
    scores.filter(isIncluded).reduce((total, score) => total + score, 0);
  const remainingPoints = Math.max(100 + sum((score) => score < 0), 0);
  return remainingPoints < 90 ? remainingPoints : remainingPoints + sum((score) => score > 0);
}
