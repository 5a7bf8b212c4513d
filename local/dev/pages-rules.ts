/** Where an address leads to by the lines of Pages' `_redirects`, if anywhere. */
export function redirectOf(redirects: string, path: string): { to: string; status: number } | null {
  for (const line of redirects.split("\n")) {
    const [from, to = "", status] = line.split(" ");
    if (from === path) return { to, status: Number(status) };
  }
  return null;
}

/** What an address is answered with by the rules of Pages' `_headers`. */
export function headersOf(rules: string, path: string): Record<string, string> {
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
 * The same with the policy as wide as Vite needs it: it puts styles into the page, keeps a connection, and asks from a worker whether the
 * server is back. Style attributes stay as forbidden as they are in the build.
 */
export function headersForVite(rules: string, path: string): Record<string, string> {
  const { "Content-Security-Policy": policy = "", ...others } = headersOf(rules, path);
  const widened = policy
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'; style-src-attr 'none'")
    .replace("connect-src 'self'", "connect-src 'self' ws:; worker-src blob:");
  return { "Content-Security-Policy": widened, ...others };
}
