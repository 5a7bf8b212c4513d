import { type ArtefactOptions, buildArtefact } from "./artefact.ts";
import { writeBillOfMaterials } from "./bill-of-materials.ts";

/**
 * Builds what is shipped: the artefact, and with it what it has to say of other people's. Answers with a sentence where the copy is not what
 * the CMS says now.
 * @throws Error whose message says what is wrong, a line for each thing
 */
export async function buildShipped(options: ArtefactOptions): Promise<string | null> {
  const older = await buildArtefact(options);
  options.onStep("what it ships");
  await writeBillOfMaterials(options.outDirectory);
  return older;
}
