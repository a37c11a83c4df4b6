import { createContext, type ReactNode, useContext, useMemo } from "react";

type Clock = { timeZone: string; now: number | undefined };
const ClockContext = createContext<Clock>({ timeZone: "Australia/Melbourne", now: undefined });

/** Gives every time beneath it its zone (`TIME_ZONE`), and the server's idea of now in epoch milliseconds. */
export function TimeZone({
  timeZone,
  now,
  children,
}: {
  timeZone: string;
  now?: number;
  children: ReactNode;
}) {
  const clock = useMemo(() => ({ timeZone, now }), [timeZone, now]);
  return <ClockContext.Provider value={clock}>{children}</ClockContext.Provider>;
}

export function useClock(): Clock {
  return useContext(ClockContext);
}
