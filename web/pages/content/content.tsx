import { Sections } from "#web/sections/sections.tsx";

/** A page of the CMS: with the sections that it has there. */
export default function Content() {
  return <Sections />;
}
