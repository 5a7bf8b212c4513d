/** The network of a client. `unit` is the network of one subscriber, for limits; `area` is coarser, for the audit. */
export type Network = { unit: string; area: string };

const ipv4 = /^(?:::ffff:)?((?:\d{1,3}\.){3}\d{1,3})$/i;

// The URL parser shortens an IPv6 address; this function restores all eight groups.
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
 * Returns the network of an address: IPv4 with its /24, or the /64 and /48 of IPv6; null for a text that is no address.
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
  return (
    allGroups && {
      unit: `${allGroups.slice(0, 4).join(":")}::/64`,
      area: `${allGroups.slice(0, 3).join(":")}::/48`,
    }
  );
}
