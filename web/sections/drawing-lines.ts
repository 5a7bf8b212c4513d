import type { DrawingName } from "#cms/content/types.ts";
import type { Lines } from "#web/ui/drawing.tsx";
import { floorPlan } from "#web/ui/drawings/floor-plan.ts";
import { month } from "#web/ui/drawings/month.ts";
import { pageLayers } from "#web/ui/drawings/page-layers.ts";
import { repair } from "#web/ui/drawings/repair.ts";
import { results } from "#web/ui/drawings/results.ts";
import { reviews } from "#web/ui/drawings/reviews.ts";

/** The drawings that editors choose from. One that has no file does not compile. */
export const drawingLines: Record<DrawingName, Lines> = {
  "floor-plan": floorPlan,
  month,
  "page-layers": pageLayers,
  repair,
  results,
  reviews,
};
