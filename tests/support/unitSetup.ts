import { installGlobals } from "@remix-run/node";
import fc from "fast-check";
import { schedules } from "./models.ts";

// As in the portal's own process, and before its modules: which copy of undici comes first decides whether the sign-in's
// requests leave, so that their tests failed or passed by which file a worker had run before.
installGlobals({ nativeFetch: true });

// Properties that name no number of cases.
fc.configureGlobal(schedules(100));
