/** Whether a host name, as `URL.hostname` writes it, is one of this machine's own, whatever a name server says. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
