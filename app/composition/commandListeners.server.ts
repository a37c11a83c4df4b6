import type { SettledListener } from "#app/core/commands/settled.server.ts";
import { writeRemark } from "#app/features/notes/notes.server.ts";
import { changeToday } from "#app/features/today/failures.server.ts";
import { leadOnInQueue } from "#app/features/work/queues.server.ts";

/** The listeners of every command that settles, in this order. */
export const commandListeners: readonly SettledListener[] = [writeRemark, changeToday, leadOnInQueue];
