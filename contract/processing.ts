/**
 * The states of a return and of an EDI stream (states#states), in their fixed order. A document's summary is the state
 * of the lowest priority (states#summary). The wire may carry others.
 */
const states = {
  new: { priority: 9 },
  active: { priority: 8 },
  passive: { priority: 7 },
  manual: { priority: 6 },
  hold: { priority: 3 },
  stalled: { priority: 5 },
  stale: { priority: 4 },
  rejected: { priority: 2 },
  failed: { priority: 1 },
  completed: { priority: 10 },
} as const satisfies Record<string, { priority: number }>;

export type ProcessingState = keyof typeof states;

const isState = (code: string): code is ProcessingState => Object.hasOwn(states, code);

/** Every state, in their fixed order. */
export const processingStates: readonly ProcessingState[] = Object.keys(states).filter(isState);

/** The state of a code; undefined for an unknown one. */
export const processingStateOf = (code: string): ProcessingState | undefined =>
  isState(code) ? code : undefined;

const byPriority = [...processingStates].sort((one, other) => states[one].priority - states[other].priority);

/** The summary state of a document's streams; undefined without a known code. */
export const leadingState = (codes: readonly string[]): ProcessingState | undefined =>
  byPriority.find((state) => codes.includes(state));
