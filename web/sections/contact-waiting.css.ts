import { style } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

export const buttons = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xsmall });
