import { expect, test } from "vitest";
import { formatPosition, listLiterals, parseSource, readSources, type SourceFile } from "./source.ts";

// The named colors of CSS.
const names = `
  aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
  burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue
  darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange
  darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise
  darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia
  gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo
  ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
  lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon
  mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
  mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
  navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
  paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red
  rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
  whitesmoke yellow yellowgreen
`
  .trim()
  .split(/\s+/)
  .join("|");
const color = new RegExp(
  `#[0-9a-f]{3,8}\\b|\\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\(|(?<![\\w-])(${names})(?![\\w-])`,
  "i",
);

/** Lists the colors outside of the theme. */
const listColors = (source: SourceFile): string[] =>
  listLiterals(parseSource(source), /^ImportDeclaration$/).flatMap(({ text, at }) => {
    const [foundColor] = color.exec(text) ?? [];
    return foundColor ? [`${formatPosition(source, at)} colors belong in web/theme: ${foundColor}`] : [];
  });

test("colors are in the theme", () => {
  const sources = readSources("web/**/*.{ts,tsx}").filter(({ path }) => !path.startsWith("web/theme/"));
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(listColors)).toEqual([]);
});
