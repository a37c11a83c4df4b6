import { startSharedPlatform } from "./stack.ts";

/** The platform that the stacks of all workers share. */
export default startSharedPlatform;
