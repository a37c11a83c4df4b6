import { startRunSeed } from "./platformSeed.ts";

/** The platforms of the run copy one seed, which is loaded while the first tests run. */
export default startRunSeed;
