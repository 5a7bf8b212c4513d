/** Answer of `GET /api/health`: what the edge can reach now. */
export type Health = {
  status: "ok" | "degraded";
  database: "ok" | "unavailable";
  content: "ok" | "unavailable";
};
