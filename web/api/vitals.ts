import type { VitalDevice, VitalsReport } from "#functions/contract/web-vitals.ts";
import type { Api } from "./client.ts";

/** How fast the site was for its visitors in the last `days` days: on one kind of device, or on all. */
export function readVitals(
  api: Api,
  { days, device }: { days: number; device: VitalDevice | null },
  signal?: AbortSignal,
): Promise<VitalsReport> {
  return api("/api/vitals", { query: { days, device: device ?? undefined }, signal });
}
