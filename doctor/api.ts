import type { Env } from "#app/readEnv.server.ts";
import { getInterchanges } from "#contract/ediPartner.ts";
import { getStores } from "#contract/stores.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { ask, type Reached, whyNoAnswer } from "./reach.ts";

type Base = { about: string; setting: "PORTAL_API_URL" | "EDI_API_URL"; path: string };

const bases: readonly Base[] = [
  { about: "Portal API", setting: "PORTAL_API_URL", path: getStores.path },
  { about: "EDI API", setting: "EDI_API_URL", path: getInterchanges.path },
];

/** Classifies an API by its response to a documented call without a token. */
function findingOf({ about, setting, path }: Base, { status, headers }: Reached): Finding {
  const api = findingsAbout(about);
  const check = `See that ${setting} is the base that stands before /api, without it.`;
  if (status === 401 || status === 403)
    return api.ok(`The API answers, and asks for a token (status ${status}), as it should.`);
  if (status >= 500)
    return api.wrong(
      `The API answers ${path} with ${status}: it is in trouble itself.`,
      "Look at the API's own log, or ask whoever looks after it.",
    );
  if (status >= 300 && status < 400)
    return api.wrong(
      `${setting} leads on to another address, which the portal does not follow.`,
      `Set ${setting} to the address it leads to.`,
    );
  if (status >= 200 && status < 300 && headers.get("content-type")?.includes("json"))
    return api.warning(
      `The API answers ${path} without a token: anybody who reaches it can read.`,
      "Have the API ask for a bearer token of the identity provider.",
    );
  return api.wrong(`What ${setting} names does not know ${path} (status ${status}).`, check);
}

/** Whether each API is reachable and answers a documented call; one address is called once. */
export function apiFindings(portal: Pick<Env, "PORTAL_API_URL" | "EDI_API_URL">): Promise<Finding[]> {
  const checkedBases = portal.EDI_API_URL === portal.PORTAL_API_URL ? bases.slice(0, 1) : bases;
  return Promise.all(
    checkedBases.map(async (base) => {
      try {
        return findingOf(base, await ask(portal[base.setting] + base.path));
      } catch (problem) {
        return findingsAbout(base.about).wrong(
          `The API cannot be reached: ${whyNoAnswer(problem)}.`,
          `See that ${base.setting} is right, that the API runs, and that this machine may reach it.`,
        );
      }
    }),
  );
}
