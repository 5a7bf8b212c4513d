import { Sections } from "#web/sections/sections.tsx";

/** Shows the sections of a page of the CMS. */
export default function Content() {
  return <Sections />;
}
