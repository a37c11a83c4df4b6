import { createContext } from "react";

/** Whether single letters are keys for this person, by their preferences (screens#row-keys). */
export const KeysOn = createContext(false);
