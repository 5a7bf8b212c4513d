/** Returns the redirect of a path in Pages' `_redirects`, or null. */
export function findRedirect(redirects: string, path: string): { to: string; status: number } | null {
  for (const line of redirects.split("\n")) {
    const [from, to = "", status] = line.split(" ");
    if (from === path) return { to, status: Number(status) };
  }
  return null;
}

/** Returns the headers that Cloudflare Pages sets for a path by `rules`, the text of a `_headers` file. */
export function findHeaders(rules: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let applies = false;
  for (const line of rules.split("\n").filter(Boolean)) {
    const [, removed] = /^ {2}! ([\w-]+)$/.exec(line) ?? [];
    const [, name, value = ""] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    if (!line.startsWith(" "))
      applies = path === line || (line.endsWith("*") && path.startsWith(line.slice(0, -1)));
    else if (applies && removed) delete headers[removed];
    else if (applies && name) headers[name] = value;
  }
  return headers;
}

/**
 * Returns the headers of a path with a policy wide enough for Vite. Vite inlines styles, keeps a connection open, and
 * pings the server from a worker. Style attributes stay forbidden, as in the build.
 */
export function headersForVite(rules: string, path: string): Record<string, string> {
  const { "Content-Security-Policy": policy = "", ...otherHeaders } = findHeaders(rules, path);
  const widenedPolicy = policy
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'; style-src-attr 'none'")
    .replace("connect-src 'self'", "connect-src 'self' ws:; worker-src blob:");
  return { "Content-Security-Policy": widenedPolicy, ...otherHeaders };
}
