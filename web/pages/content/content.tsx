import { Sections } from "#web/sections/sections.tsx";

/** A page of the CMS: whatever sections it has there. */
export default function Content() {
  return <Sections />;
}
