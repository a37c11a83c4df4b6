/**
 * Words to Node for a process in which a PGlite lives for seconds: its code is compiled quickly, and only where it is
 * used. To compile it better takes longer than it saves.
 */
export const quickCompiler = ["--liftoff-only", "--wasm-lazy-validation"];
