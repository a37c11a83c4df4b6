/** When what is owed since a moment is due, so many hours later, ISO 8601; null where nothing is (edi#due-times). */
export const dueAt = (since: Date | null, hours: number): string | null =>
  since && new Date(since.getTime() + hours * 3_600_000).toISOString();
