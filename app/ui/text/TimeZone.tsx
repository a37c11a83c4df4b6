import { createContext, type ReactNode, useContext } from "react";
import { DEFAULT_ZONE } from "./time.ts";

const ZoneContext = createContext(DEFAULT_ZONE);

/** Gives every time beneath it its zone (`TIME_ZONE`, an IANA name). */
export function TimeZone({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <ZoneContext.Provider value={timeZone}>{children}</ZoneContext.Provider>;
}

export function useTimeZone(): string {
  return useContext(ZoneContext);
}
