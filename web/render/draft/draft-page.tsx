import { createDataAttribute } from "@sanity/visual-editing/create-data-attribute";
import { ContentError, type Problem } from "#cms/content/problem.ts";
import type { ContentSource, DraftPage, DraftRequest } from "#functions/contract/site-renderer.ts";
import { toMarkup } from "#web/app/prerender.tsx";
import { loadPreviewMessages, type PreviewMessages } from "#web/preview/messages.ts";
import { PreviewBar, previewStyles, RefusedDraft } from "#web/preview/preview-bar.tsx";
import { readScreenContent, type ScreenContent } from "#web/render/copy.ts";
import { makePage, type SiteParts } from "#web/render/make-page.ts";
import type { PageDocument } from "#web/render/site-documents.ts";
import {
  findDraft,
  hasDraft,
  type RawDocuments,
  readDocuments,
  toStoredPath,
  withAddress,
} from "./draft-documents.ts";
import { type FieldPath, marksToAttributes, markTexts } from "./marks.ts";

/**
 * Returns the page at an address with the drafts of its content, without analytics. For the Studio it never hydrates:
 * each text and picture names its field, and the page follows the editor's input. A preview link gets an ordinary page.
 */
export async function makeDraft(
  { analyticsToken: _, ...parts }: SiteParts,
  source: ContentSource,
  request: DraftRequest,
): Promise<DraftPage> {
  const pageDocument = await findDraft(source, request.path.replace(/(.)\/$/, "$1"));
  const { screen, name, language } = pageDocument;
  const messages = await loadPreviewMessages(language);
  const documentsRead = readDocuments(source, name);
  const addBar = async (html: string, isIncomplete: boolean) =>
    addPreviewBar(html, parts, request, messages, { isIncomplete, isDraft: hasDraft(await documentsRead) });
  const status = screen === "not-found" ? 404 : 200;
  try {
    let isIncomplete = false;
    const onLeftOut = (problems: Problem[]) => {
      isIncomplete ||= problems.some(({ reason }) => reason !== "no-text");
    };
    const [content, documents] = await Promise.all([
      readScreenContent(withAddress(source, pageDocument), name, onLeftOut),
      documentsRead,
    ]);
    const html = request.studio
      ? await renderEditable(parts, { studio: request.studio, documents }, content, pageDocument)
      : await (await makePage(parts, content, screen, language)).make();
    return { html: await addBar(html, isIncomplete), status };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const page = await toMarkup(
      <RefusedDraft {...{ language, messages }} problems={listProblemLines(error.problems, messages)} />,
    );
    return { html: await addBar(page, false), status };
  }
}

/**
 * Renders a draft for the Studio, with the script of the preview in place of the page's scripts. Texts and pictures
 * name their fields, which the Studio opens on a click.
 */
async function renderEditable(
  parts: SiteParts,
  { studio, documents }: { studio: string; documents: RawDocuments },
  content: ScreenContent,
  { screen, language }: PageDocument,
): Promise<string> {
  const markedFields: { document: keyof RawDocuments; path: FieldPath }[] = [];
  const createNote = (document: keyof RawDocuments) => (path: FieldPath) =>
    markedFields.push({ document, path }) - 1;
  const markedContent: ScreenContent = {
    settings: markTexts(content.settings, createNote("settings")),
    navigation: markTexts(content.navigation, createNote("navigation")),
    page: markTexts(content.page, createNote("page")),
  };
  const previewParts = { ...parts, loader: parts.preview.script };
  const html = await (
    await makePage(previewParts, markedContent, screen, language, { isPreview: true })
  ).make();
  return marksToAttributes(html, (number, isPicture) => {
    const { document, path } = markedFields[number] ?? { document: "settings", path: [] };
    const raw = documents[document];
    // The mark of a picture is in its description. The field is the picture, two levels above the language.
    const field = toStoredPath(raw, isPicture ? path.slice(0, -2) : path);
    return createDataAttribute({
      baseUrl: studio,
      id: raw?._id ?? "",
      type: raw?._type ?? "",
      path: field,
    }).toString();
  });
}

/**
 * Adds the preview bar. In the Studio it also adds the script that follows the editor's input, unless the page has it.
 * A page in the Studio's frame (`isFramed`) has no link that leaves the preview.
 */
async function addPreviewBar(
  html: string,
  parts: SiteParts,
  { studio, isFramed, path }: DraftRequest,
  messages: PreviewMessages,
  state: { isDraft: boolean; isIncomplete: boolean },
): Promise<string> {
  const bar = await toMarkup(
    <PreviewBar {...{ messages, path }} {...state} canShare={studio !== null} canLeave={!isFramed} />,
  );
  const { script, styles } = parts.preview;
  const needsScript = studio !== null && !html.includes(script.src);
  const previewScript = needsScript ? await toMarkup(<script type="module" {...script} />) : "";
  const links = studio ? styles.map((file) => `<link rel="stylesheet" href="${file}">`).join("") : "";
  return html
    .replace("</head>", () => `${links}<style>${previewStyles}</style></head>`)
    .replace("</body>", () => `${bar}${previewScript}</body>`);
}

const missingReasons = new Set<Problem["reason"]>(["no-document", "missing", "no-text"]);
const linkReasons = new Set<Problem["reason"]>(["page-gone", "section-gone", "menu-without-anchor"]);

/** Lists the problems of a draft without duplicates. They name no field, because the Studio marks it. */
const listProblemLines = (problems: Problem[], messages: PreviewMessages): string[] => [
  ...new Set(problems.map((problem) => toProblemLine(problem, messages))),
];

/** Returns a line for editors: the label of the document, and the kind of its problem. */
function toProblemLine({ document, reason }: Problem, messages: PreviewMessages): string {
  // The preview reads no redirects, so it has no label for them.
  const documentLabel = messages[`preview.${document.type === "redirect" ? "page" : document.type}`];
  const kind = missingReasons.has(reason) ? "missing" : linkReasons.has(reason) ? "link" : "other";
  return `${documentLabel}: ${messages[`preview.${kind}`]}`;
}
