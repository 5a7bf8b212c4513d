import { Box, Card, Flex, Stack, Text } from "@sanity/ui";
import { Sign } from "../brand.tsx";
import { toCardTexts } from "../content/card-texts.ts";
import { pictureFolder } from "../content/client.ts";
import { findKeptPart, toFocusInPart, toRect } from "../content/picture-parts.ts";
import type { Language } from "../content/site.ts";
import { apiHost, project, siteOrigin } from "../project.ts";
import type { PagePreview, PreviewPicture } from "./page-preview.ts";

const folder = pictureFolder({ ...project, apiHost });

/**
 * Returns the URL of the part of a picture that its editor kept, and the focal point in it. The id of an asset is
 * `image-`, the name of its file, a hyphen and the extension.
 */
function toKeptPicture({ asset, crop, hotspot }: PreviewPicture) {
  const [, name = "", width, height, extension] =
    /^image-(.+-(\d+)x(\d+))-(\w+)$/.exec(asset?._ref ?? "") ?? [];
  const part = findKeptPart(crop, { width: Number(width), height: Number(height) });
  const query = new URLSearchParams({ ...(part && { rect: toRect(part) }), w: "640", fit: "max" });
  const focus = toFocusInPart(hotspot, crop) ?? { x: 0.5, y: 0.5 };
  return { url: `${folder}${name}.${extension}?${query}`, focus };
}

/** Previews the card that social networks show for a link to a page: picture, title and description. */
export function ShareCard({ page, language }: { page: PagePreview; language: Language }) {
  return (
    <Card border radius={3} overflow="hidden" lang={language} style={{ maxWidth: 440 }}>
      <CardFace page={page} />
      <Card padding={3} tone="transparent" borderTop>
        <Stack gap={2}>
          {siteOrigin && (
            <Text size={0} muted>
              {new URL(siteOrigin).host}
            </Text>
          )}
          <Text size={1} weight="medium" textOverflow="ellipsis">
            {page.title}
          </Text>
          <Text size={1} muted textOverflow="ellipsis">
            {page.description}
          </Text>
        </Stack>
      </Card>
    </Card>
  );
}

/** The picture of a share card, always light, whatever the Studio's theme. Sizes are relative to its width (`cqw`). */
function CardFace({ page }: { page: PagePreview }) {
  const { title, brandName, place } = toCardTexts(page);
  const isLong = title.length > 44;
  return (
    <Card scheme="light" style={{ aspectRatio: "1200 / 630", containerType: "inline-size" }}>
      <Flex style={{ height: "100%", fontFamily: "Georgia, serif" }}>
        <Flex direction="column" justify="space-between" style={{ flex: 1, padding: "5cqw 4cqw 5cqw 6cqw" }}>
          <Flex align="center" gap={2} style={{ fontSize: "3cqw" }}>
            <Box style={{ width: "4.6cqw", height: "4.6cqw" }}>
              <Sign />
            </Box>
            {brandName}
          </Flex>
          <div style={{ fontSize: isLong ? "5.2cqw" : "6.3cqw", lineHeight: 1.08 }}>{title}</div>
          <div style={{ fontSize: "2.3cqw", opacity: 0.7 }}>{place}</div>
        </Flex>
        <Picture picture={page.picture} />
      </Flex>
    </Card>
  );
}

/** Shows the picture of a share card, cropped around the point that the editor marked. */
function Picture({ picture }: { picture: PreviewPicture | undefined }) {
  const keptPicture = picture?.asset?._ref ? toKeptPicture(picture) : null;
  return (
    <Card tone="transparent" overflow="hidden" style={{ width: "43.3%", borderTopLeftRadius: "16.7cqw" }}>
      {keptPicture && (
        <img
          alt=""
          src={keptPicture.url}
          style={{
            width: "100%",
            height: "100%",
            objectFit: "cover",
            objectPosition: `${keptPicture.focus.x * 100}% ${keptPicture.focus.y * 100}%`,
          }}
        />
      )}
    </Card>
  );
}
