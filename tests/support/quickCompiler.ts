/**
 * Node options for a process that uses PGlite for seconds: its WebAssembly is compiled quickly and lazily, since
 * optimizing takes longer than it saves.
 */
export const quickCompiler = ["--liftoff-only", "--wasm-lazy-validation"];
