/**
 * The states of a return and of an EDI stream (states#states), in their fixed order. A document's summary is the state
 * of the lowest priority (states#summary). The wire may carry others.
 */
const states = {
  new: 9,
  active: 8,
  passive: 7,
  manual: 6,
  hold: 3,
  stalled: 5,
  stale: 4,
  rejected: 2,
  failed: 1,
  completed: 10,
} as const satisfies Record<string, number>;

export type ProcessingState = keyof typeof states;

const isState = (code: string): code is ProcessingState => Object.hasOwn(states, code);

export const processingStates: readonly ProcessingState[] = Object.keys(states).filter(isState);

export const processingStateOf = (code: string): ProcessingState | undefined =>
  isState(code) ? code : undefined;

const byPriority = [...processingStates].sort((one, other) => states[one] - states[other]);

/** The summary state of a document's streams; undefined without a known code. */
export const leadingState = (codes: readonly string[]): ProcessingState | undefined =>
  byPriority.find((state) => codes.includes(state));
