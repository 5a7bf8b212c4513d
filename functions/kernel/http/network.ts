/** Where a call comes from: `unit` is what one subscriber holds (limits count it), `area` is coarse (the audit keeps it). */
export type Network = { unit: string; area: string };

const ipv4 = /^(?:::ffff:)?((?:\d{1,3}\.){3}\d{1,3})$/i;

// The URL parser writes an address in its one short form; this gives back all eight groups.
function groups(address: string): string[] | null {
  if (!/^[0-9a-f:.]+$/i.test(address)) return null;
  const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  if (!host) return null;
  const [head = "", tail] = host.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  return [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
}

/** The network of an address: IPv4 whole and as its /24, IPv6 as its /64 and its /48; null when it is no address. */
export function toNetwork(address: string | undefined): Network | null {
  if (!address) return null;
  const [, dotted] = ipv4.exec(address) ?? [];
  if (dotted) {
    const bytes = dotted.split(".").map(Number);
    if (bytes.some((byte) => byte > 255)) return null;
    return { unit: bytes.join("."), area: `${bytes.slice(0, 3).join(".")}.0/24` };
  }
  const all = groups(address);
  return all && { unit: `${all.slice(0, 4).join(":")}::/64`, area: `${all.slice(0, 3).join(":")}::/48` };
}
