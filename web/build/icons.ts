import sharp from "sharp";
import { signPaths } from "#cms/content/sign.ts";
import { toHex } from "#web/theme/oklch.ts";
import { dark, light } from "#web/theme/tokens.ts";

/** Returns the brand mark as SVG. On a background it is smaller, because launchers crop icons to their own shape. */
function drawSign(hasBackground: boolean): string {
  const { sepals, petals, lip, throat } = signPaths;
  const surface = toHex(light.surface);
  const accent = toHex(light.accent);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="512" height="512">${
    hasBackground ? `<rect width="48" height="48" fill="${surface}"/>` : ""
  }<style>@media (prefers-color-scheme:dark){.a{fill:${toHex(dark.accent)}}.b{fill:${toHex(dark.accentStrong)}}.c{fill:${toHex(dark.surface)}}}</style><g transform="translate(24 24)${
    hasBackground ? " scale(.7)" : ""
  }"><path class="a" opacity=".6" fill="${accent}" d="${sepals}"/><path class="a" fill="${accent}" d="${petals}"/><path class="b" fill="${toHex(light.accentStrong)}" d="${lip}"/><path class="c" fill="${surface}" d="${throat}"/></g></svg>`;
}

const drawPng = (size: number, hasBackground = true) =>
  sharp(Buffer.from(drawSign(hasBackground)))
    .resize(size)
    .png({ palette: true })
    .toBuffer();

/** The icon files at the root of the site, with a function that draws each. */
export const icons: Record<string, () => Promise<Buffer>> = {
  "icon.svg": async () => Buffer.from(drawSign(false)),
  "favicon.ico": async () => toIco(await drawPng(32, false), 32),
  "apple-touch-icon.png": () => drawPng(180),
  "icon-192.png": () => drawPng(192),
  "icon-512.png": () => drawPng(512),
};

/** Returns an ICO file: the directory of one picture, then the picture. */
function toIco(png: Buffer, size: number): Buffer {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(1, 4);
  directory.writeUInt8(size, 6);
  directory.writeUInt8(size, 7);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(32, 12);
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}
