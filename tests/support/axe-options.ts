import type { RunOptions } from "axe-core";

/** All rules of axe, including best practices and target sizes. */
export const everyRule: RunOptions = {
  resultTypes: ["violations"],
  rules: { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } },
};

/** The contrast of colors, the only rule whose result depends on the theme. */
export const contrastOnly: RunOptions = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast"] },
};
