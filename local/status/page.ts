import { createHash } from "node:crypto";
import { type Language, languageNames, languages, locales, path, timeZone } from "#cms/content/site.ts";
import { escapeHtml } from "#functions/contract/escape-html.ts";
import { type PartState, type SitePart, siteParts } from "#functions/contract/health.ts";
import { companyDay } from "#functions/contract/meeting.ts";
import { style } from "#web/build/status/style.ts";
import { words } from "#web/build/status/words.ts";
import { daysUpTo, isOut, type StatusRecord, shareWell } from "./record.ts";

// The page cannot know how old it is when it is read, and says so itself where scripts run.
const script = `const said=document.querySelector("time");document.querySelector(".stale").hidden=Date.now()-Date.parse(said.dateTime)<36e5`;
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src data:; base-uri 'none'; form-action 'none'`;

/** Where the page of a language stands in the folder: the default language's at its top. */
export const fileOf = (language: Language): string =>
  language === languages[0] ? "index.html" : `${language}/index.html`;
const addressOf = (language: Language, from: Language): string =>
  `${from === languages[0] ? "" : "../"}${language === languages[0] ? "" : `${language}/`}` || "./";

function stateOf(record: StatusRecord, part: SitePart): PartState {
  return isOut(record, part) ? "broken" : shareWell(record, part) === null ? "unknown" : "well";
}

/** The page of a record in a language: whole HTML, without anything from elsewhere. */
export function renderStatus(record: StatusRecord, language: Language, origin: string): string {
  const say = words[language];
  const { brand, lookedAt, outages } = record;
  const states = siteParts.map((part) => stateOf(record, part));
  const headline = states.includes("broken")
    ? say.someBroken
    : states.includes("well")
      ? say.allWell
      : say.unknown;
  const name = escapeHtml(brand || new URL(origin).host);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headline} · ${say.title} · ${name}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><p>${name}</p><nav>${languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a href="${addressOf(other, language)}" hreflang="${other}" lang="${other}">${languageNames[other]}</a>`,
    )
    .join("")}</nav></header>
<main>
<h1>${headline}</h1>
<p class="quiet">${say.lookedAt} ${time(lookedAt, language)}</p>
<p class="stale" role="status" hidden>${say.stale}</p>
<ul class="parts">${siteParts.map((part, index) => renderPart(record, part, states[index] ?? "unknown", language)).join("")}</ul>
<h2>${say.outages}</h2>
${outages.length === 0 ? `<p>${say.noOutages}</p>` : renderOutages(record, language)}
</main>
<footer><p>${say.independence}</p><a href="${escapeHtml(`${origin}${path("home", language)}`)}">${say.toSite}</a></footer>
<script>${script}</script>
</body>
</html>
`;
}

function renderPart(record: StatusRecord, part: SitePart, state: PartState, language: Language): string {
  const say = words[language];
  const days = daysUpTo(companyDay(new Date(record.lookedAt))).map((day) => record.days[day]?.[part]);
  const broken = days.filter((day) => day !== undefined && day.broken > 0).length;
  const share = shareWell(record, part);
  // A share that is not whole is never written as one.
  const percent = new Intl.NumberFormat(locales[language], {
    style: "percent",
    maximumFractionDigits: 2,
    roundingMode: "floor",
  });
  const stateWord = { well: say.well, broken: say.broken, unknown: say.unknown }[state];
  return `<li><div class="name"><h2>${say.parts[part]}</h2><span class="state ${state}">${stateWord}</span></div>
<svg viewBox="0 0 ${days.length} 36" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(say.bars(say.parts[part], broken))}">${days.map(renderDay).join("")}</svg>
<div class="scale"><span>${say.oldest}</span><span>${share === null ? say.noShare : `${percent.format(share)} ${say.share}`}</span><span>${say.today}</span></div></li>`;
}

type Looks = StatusRecord["days"][string][SitePart];

/** A day as a bar: what of it was broken hangs from its top, high enough to be seen, so that it shows without colour as well. */
function renderDay(looks: Looks | undefined, index: number): string {
  const bar = (kind: PartState, from: number, height: number) =>
    `<rect class="${kind}" x="${index + 0.15}" y="${from}" width=".7" height="${height}"/>`;
  const all = looks ? looks.well + looks.broken : 0;
  if (!looks || all === 0) return bar("unknown", 33, 3);
  if (looks.broken === 0) return bar("well", 0, 36);
  const height = Math.max(8, Math.round((36 * looks.broken) / all));
  const left = Math.max(0, 36 - height - 3);
  return bar("broken", 0, height) + (left > 0 ? bar("well", 36 - left, left) : "");
}

function renderOutages({ outages }: StatusRecord, language: Language): string {
  const say = words[language];
  const items = outages.toReversed().map(({ part, from, until }) => {
    const end = until === null ? say.lasts : time(until, language, companyDay(new Date(from)));
    return `<li><strong>${say.parts[part]}</strong>${time(from, language)} – ${end}</li>`;
  });
  return `<ul class="outages">${items.join("")}</ul>`;
}

/** A moment where the company is; without its day where that was said. */
function time(moment: string, language: Language, saidDay?: string): string {
  const date = new Date(moment);
  const isSaid = saidDay === companyDay(date);
  const text = new Intl.DateTimeFormat(locales[language], {
    ...{ timeZone, hour: "numeric", minute: "2-digit" },
    ...(!isSaid && { day: "numeric", month: "long" }),
  }).format(date);
  return `<time datetime="${moment}">${text}</time>`;
}
