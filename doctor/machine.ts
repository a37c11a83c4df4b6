import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Env } from "#app/core/readEnv.server.ts";
import { readSigningPair } from "#app/domains/labels/bridge/signingPair.server.ts";
import { type Finding, findingsAbout } from "./finding.ts";

const node = findingsAbout("Node");
const print = findingsAbout("Print certificate");
const secret = findingsAbout("Session secret");
const pictures = findingsAbout("Pictures");

const leastNode = [20, 19] as const;
const dayMs = 86_400_000;
/** A certificate that expires sooner is reported: every workstation has to get the next one first. */
const noticeDays = 30;
const littleSpace = 1e9;
const leastSpace = 1e8;

/** Whether this Node is new enough; `version` as `process.versions.node` says it. */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  if (isEnough) return node.ok(`Node ${version} is new enough.`);
  return node.wrong(`Node ${version} is too old.`, `Install Node ${leastNode.join(".")} or newer.`);
}

/** Whether the secret looks random: a sentence or a row of the same letter does not. */
export function secretFinding(value: string): Finding {
  const weak = new Set(value).size < 12 || /secret|password|change.?me|example/i.test(value);
  if (!weak) return secret.ok("SESSION_SECRET is long and looks made by chance.");
  return secret.warning(
    "SESSION_SECRET is long enough, but looks as if it could be guessed.",
    "Make one by chance, before people work (a new one ends every session and hides the audit trail): node -p \"crypto.randomBytes(36).toString('base64url')\".",
  );
}

/** Whether print requests can be signed, and until when. */
export async function printFinding(
  portal: Pick<Env, "PRINT_CERTIFICATE_FILE" | "PRINT_PRIVATE_KEY_FILE">,
  now: number,
): Promise<Finding> {
  const { PRINT_CERTIFICATE_FILE: certificateFile, PRINT_PRIVATE_KEY_FILE: keyFile } = portal;
  const mend =
    "Name the right pair in PRINT_CERTIFICATE_FILE and PRINT_PRIVATE_KEY_FILE; docs/print-service.md says how one is made.";
  if (certificateFile && !keyFile)
    return print.wrong(
      "PRINT_CERTIFICATE_FILE is set without PRINT_PRIVATE_KEY_FILE: nothing can be signed.",
      mend,
    );
  if (keyFile && !certificateFile)
    return print.wrong(
      "PRINT_PRIVATE_KEY_FILE is set without PRINT_CERTIFICATE_FILE: nothing can be signed.",
      mend,
    );
  if (!certificateFile || !keyFile)
    return print.warning(
      "No print certificate is set: labels are files to download, and reach no printer by themselves.",
      mend,
    );
  const pair = await readSigningPair(certificateFile, keyFile, now);
  if ("why" in pair) return print.wrong(`Labels cannot be signed. ${pair.why}`, mend);
  const days = Math.floor((pair.validTo.getTime() - now) / dayMs);
  const until = `The print certificate is valid until ${pair.validTo.toISOString().slice(0, 10)}`;
  if (days < noticeDays)
    return print.warning(
      `${until}: ${days === 1 ? "one day" : `${days} days`} from now.`,
      "Make the next pair and have the workstations trust it before then (docs/print-service.md).",
    );
  return print.ok(`${until}, and its key fits.`);
}

/** Whether pictures of products may come from anywhere: no finding for a portal of this machine alone. */
export const picturesFinding = ({
  PICTURE_HOSTS,
  secure,
}: Pick<Env, "PICTURE_HOSTS" | "secure">): Finding[] =>
  PICTURE_HOSTS || !secure
    ? []
    : [
        pictures.warning(
          "PICTURE_HOSTS is not set: a product's picture may come from any host, which then sees who looks at it.",
          "List the hosts of your channels' pictures in PICTURE_HOSTS, with commas between.",
        ),
      ];

/** The folder itself, or its nearest existing ancestor, in which the folder would be created. */
function nearest(folder: string): string {
  const here = resolve(folder);
  return existsSync(here) || dirname(here) === here ? here : nearest(dirname(here));
}

/** Whether files can be stored in a folder: it is written to, and its disk has room. */
export async function folderFinding(about: string, folder: string, setting: string): Promise<Finding> {
  const place = findingsAbout(about);
  const there = nearest(folder);
  const probe = join(there, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, "doctor", { flag: "wx", mode: 0o600 });
    await rm(probe);
    const { bavail, bsize } = await statfs(there);
    const free = bavail * bsize;
    const room = `${folder} can be written to, with ${(free / 1e9).toFixed(1)} GB free.`;
    const mend = `Free some space on its disk, or move it (${setting}).`;
    if (free < leastSpace) return place.wrong(room, mend);
    return free < littleSpace ? place.warning(room, mend) : place.ok(room);
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? String(problem.code) : "unknown";
    return place.wrong(
      `Nothing can be written to ${folder} (${code}).`,
      `Give the account that runs the process this folder, or name another (${setting}).`,
    );
  }
}
