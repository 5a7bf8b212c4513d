/** Returns whether a host name, as in `URL.hostname`, always means this machine, whatever DNS says. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
