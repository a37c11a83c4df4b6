/** The hours of a day as a rule's times are chosen (rules#hours): 00:00 to 23:00. */
export const hoursOfDay: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, "0")}:00`,
);
