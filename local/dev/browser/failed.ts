import { followSources } from "./follow.ts";

// The page that could not be made: any change may mend it.
followSources(() => true);
