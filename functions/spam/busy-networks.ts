const minute = 60_000;
/** How many networks are remembered; what is forgotten with the others is a minute's count. */
const most = 5_000;
const asked = new Map<string, { count: number; endsAt: number }>();

/** How often a network has asked within a minute, this time included, as far as this isolate knows. */
export function countAsked(network: string, now: number): number {
  if (asked.size >= most) asked.clear();
  const known = asked.get(network);
  const entry = known && known.endsAt > now ? known : { count: 0, endsAt: now + minute };
  entry.count += 1;
  asked.set(network, entry);
  return entry.count;
}
