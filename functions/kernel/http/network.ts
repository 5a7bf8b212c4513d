/** The network of a client. `unit` is the network of one subscriber; `area` is the wider network around it. */
export type Network = { unit: string; area: string };

const ipv4 = /^(?:::ffff:)?((?:\d{1,3}\.){3}\d{1,3})$/i;
/** The groups before an IPv4 address that is written as IPv6 (RFC 4291 §2.5.5.2). */
const mappedPrefix = "0:0:0:0:0:ffff";

/** Returns the eight groups of an IPv6 address, which the URL parser validates and shortens; null for other texts. */
function toGroups(address: string): string[] | null {
  if (!/^[0-9a-f:.]+$/i.test(address)) return null;
  const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  if (!host) return null;
  const [head = "", tail] = host.split("::");
  const headGroups = head.split(":").filter(Boolean);
  const tailGroups = tail?.split(":").filter(Boolean) ?? [];
  return [...headGroups, ...Array(8 - headGroups.length - tailGroups.length).fill("0"), ...tailGroups];
}

/**
 * Returns the networks by which rate limits count a client: its IPv4 address and the /24, or its /64 and /48 of IPv6.
 * Returns null for a text that is no address.
 */
export function toNetwork(address: string | undefined): Network | null {
  if (!address) return null;
  const [, ipv4Address] = ipv4.exec(address) ?? [];
  if (ipv4Address) {
    const bytes = ipv4Address.split(".").map(Number);
    if (bytes.some((byte) => byte > 255)) return null;
    return { unit: bytes.join("."), area: `${bytes.slice(0, 3).join(".")}.0/24` };
  }
  const allGroups = toGroups(address);
  if (!allGroups) return null;
  if (allGroups.slice(0, 6).join(":") === mappedPrefix) {
    const bytes = allGroups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
    return toNetwork(bytes.join("."));
  }
  return {
    unit: `${allGroups.slice(0, 4).join(":")}::/64`,
    area: `${allGroups.slice(0, 3).join(":")}::/48`,
  };
}
