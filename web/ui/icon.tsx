import type { SVGProps } from "react";
import * as css from "./text.css.ts";

// Paths of Lucide (ISC licence, lucide.dev) on a 24 px grid; the Instagram and WhatsApp marks are drawn for
// this project.
const paths = {
  menu: "M4 5h16M4 12h16M4 19h16",
  close: "M18 6 6 18M6 6l12 12",
  expand: "m6 9 6 6 6-6",
  contrast: "M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20M12 18a6 6 0 0 0 0-12z",
  mail: "m22 7-9 5.7a2 2 0 0 1-2 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
  phone:
    "M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384",
  whatsapp:
    "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719M8.6 8.2c-.3 1.6.5 3.4 2 4.9s3.3 2.3 4.9 2l.7-1.7-2-1.2-1 .8a7 7 0 0 1-2.2-2.2l.8-1-1.2-2z",
  instagram:
    "M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zM12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M17.5 6.5h.01",
  next: "M5 12h14m-7-7 7 7-7 7",
  check: "M20 6 9 17l-5-5",
  clock: "M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20M12 6v6l4 2",
  alert: "M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20M12 8v4M12 16h.01",
} as const;

type IconName = keyof typeof paths;

/** Renders an icon beside text with the same meaning, hidden from assistive technology. */
export const Icon = ({ name, size = "text" }: { name: IconName; size?: keyof typeof css.icon }) => (
  <LinePath path={paths[name]} className={css.icon[size]} />
);

/** Renders a path on the grid of the icons, hidden from assistive technology. */
export function LinePath({ path, ...svg }: SVGProps<SVGSVGElement> & { path: string }) {
  return (
    <svg
      aria-hidden="true"
      {...svg}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
