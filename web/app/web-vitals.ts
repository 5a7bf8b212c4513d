import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import type { Language } from "#cms/content/site.ts";
import {
  type Visit,
  type VitalMetric,
  type VitalNavigation,
  vitalsPath,
} from "#functions/contract/web-vitals.ts";
import { narrow } from "#web/theme/media.ts";

// How fast a page was for who read it, where the site measures that: one call a visit, when the page is left or hidden for the first
// time, without cookies, and with nothing that says who read. It begins once all of the page is there.

/** The script itself, which says which page it stands in. */
const page = document.querySelector<HTMLElement>("script[data-page]")?.dataset.page ?? "";

let metrics: Visit["metrics"] = {};
let navigation: VitalNavigation | null = null;
let isSent = false;

function note({ name, value, navigationType }: MetricType) {
  const metric = name.toLowerCase() as VitalMetric;
  // Finer than that they would be of no use.
  metrics[metric] = metric === "cls" ? Math.round(value * 10_000) / 10_000 : Math.round(value);
  navigation = navigationType;
}

function send() {
  if (isSent || navigation === null) return;
  isSent = true;
  const visit: Visit = {
    ...{ page, navigation, metrics },
    language: document.documentElement.lang as Language,
    device: matchMedia(narrow).matches ? "phone" : "desktop",
  };
  // No beacon: that would take cookies along.
  fetch(vitalsPath, {
    ...{ method: "POST", credentials: "omit", keepalive: true },
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(visit),
  }).catch(() => {});
}

function measure() {
  // Out of the back-forward cache it is a visit of its own; before the library hears of it.
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (!persisted) return;
      metrics = {};
      navigation = null;
      isSent = false;
    },
    true,
  );
  for (const on of [onLCP, onINP, onCLS, onFCP, onTTFB]) on(note, { reportAllChanges: true });
  // After the library, which listens while the event is captured. Before `pagehide` it has not summed up yet.
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && send());
}

if (document.readyState === "complete") measure();
else addEventListener("load", measure);
