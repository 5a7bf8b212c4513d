import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { fieldCode as code, objectCode } from "./field-code.ts";
import { pageNamePattern } from "./page-name.ts";
import { mostOfVital, vitalDevices, vitalNavigations, vitalsDays } from "./web-vitals.ts";

const figureTo = (most: number) =>
  v.optional(
    v.pipe(
      v.number(code("invalid_type")),
      v.minValue(0, code("invalid_option")),
      v.maxValue(most, code("invalid_option")),
    ),
  );
const milliseconds = figureTo(mostOfVital.milliseconds);

/** Body of `POST /api/vitals`. That the page is one of the site's is for the content to say. */
export const visitInput = v.strictObject(
  {
    page: v.pipe(v.string(code("invalid_type")), v.regex(pageNamePattern, code("invalid_option"))),
    language: v.picklist(languages, code("invalid_option")),
    device: v.picklist(vitalDevices, code("invalid_option")),
    navigation: v.picklist(vitalNavigations, code("invalid_option")),
    metrics: v.pipe(
      v.strictObject(
        {
          lcp: milliseconds,
          inp: milliseconds,
          cls: figureTo(mostOfVital.score),
          fcp: milliseconds,
          ttfb: milliseconds,
        },
        objectCode,
      ),
      v.check((metrics) => Object.keys(metrics).length > 0, code("required")),
    ),
  },
  objectCode,
);

/** Query of `GET /api/vitals`: how many days back, today included, and on which device; on all where none is named. */
export const vitalsQuery = v.strictObject(
  {
    days: v.optional(
      v.pipe(
        v.string(code("invalid_type")),
        v.regex(/^\d{1,9}$/, code("invalid_option")),
        v.transform(Number),
        v.minValue(1, code("invalid_option")),
        v.maxValue(vitalsDays.maximum, code("invalid_option")),
      ),
      String(vitalsDays.default),
    ),
    device: v.optional(v.picklist(vitalDevices, code("invalid_option"))),
  },
  objectCode,
);
