import { z } from "zod";
import type { User } from "#app/auth/guard.server.ts";
import { records } from "#app/auth/portalRecords.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { type ErrorView, isErrorView } from "#app/http/errorView.ts";
import type { FetchedFile } from "#app/http/file.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { fetchBlob, readExo } from "./api.server.ts";
import { type ExoFile, filesOf, safeFileName } from "./files.ts";
import { toExo } from "./model.ts";

type Files = { exoName: string; store: string; files: ExoFile[] };

/** A page of thumbnails asks for one EXO many times: its files are looked up once a minute. */
const keptFiles = keepPerSession<Files>({
  keepForMs: 60_000,
  keepAtMost: 200,
  read: async (user, exoId) => {
    const { item, raw } = await readExo(user, exoId);
    const { name, store } = toExo(item);
    return { exoName: name, store, files: filesOf(raw) };
  },
});

// Nobody entered anything here, and the list knows no more than the EXO does.
const isMissing = ({ code }: ErrorView): boolean => code === 400 || code === 404;
const whenMissing = "The file may be gone, or was never kept. Give support the reference.";

type Found = { file: FetchedFile; fileName: string };

async function openFile(
  user: User,
  exoId: string,
  fileId: string,
  isOfScope: (store: string) => boolean,
): Promise<Found> {
  const of = ({ files }: Files) => files.find(({ id }) => id === fileId);
  let found = await keptFiles(user, exoId);
  if (!of(found)) found = await keptFiles(user, exoId, { refresh: true });
  const wanted = of(found);
  if (!wanted || !isOfScope(found.store)) {
    throw new ApiError({
      statusLine: "Not Found",
      code: 404,
      message: "The exchange order has no such file.",
      correlationId: user.correlationId,
      advice: "Reload the exchange order and look again.",
    });
  }
  const file = await attempt(fetchBlob(user, wanted.query));
  if (!file.ok)
    throw new ApiError({ ...file.error, ...(isMissing(file.error) ? { advice: whenMissing } : {}) });
  return { file: file.value, fileName: safeFileName(found.exoName, wanted.name, file.value.ending) };
}

const failureSeconds = 5 * 60;
const failureKey = (user: User, exoId: string, fileId: string) =>
  `blob-failure:${user.sessionId}:${exoId}:${fileId}`;

/** Why the last download of this file failed, handed out once. */
export const takeFileFailure = (user: User, exoId: string, fileId: string): Promise<ErrorView | undefined> =>
  records.take(failureKey(user, exoId, fileId), z.custom<ErrorView>(isErrorView));

/** A navigation of the browser's own; a picture or a script asks otherwise. */
export const isNavigation = (request: Request): boolean => {
  const destination = request.headers.get("Sec-Fetch-Dest");
  if (destination !== null) return destination === "document";
  return request.headers.get("Accept")?.includes("text/html") ?? false;
};

const isPicture = (type: string): boolean => type.startsWith("image/");

/**
 * A file of an EXO as an answer that streams: nosniff, a safe name, pictures in place and all else as a
 * download. A failure leads a navigating browser back to `failedTo`, where it is shown at the file, and is
 * the ErrorView with its status for all others.
 */
export async function fileResponse(
  user: User,
  request: Request,
  wanted: {
    exoId: string;
    fileId: string;
    isOfScope: (store: string) => boolean;
    failedTo: string;
  },
): Promise<Response> {
  const { exoId, fileId, isOfScope, failedTo } = wanted;
  const opened = await attempt(openFile(user, exoId, fileId, isOfScope));
  if (!opened.ok) {
    if (!isNavigation(request)) throw new ApiError(opened.error);
    await records.set(failureKey(user, exoId, fileId), opened.error, failureSeconds);
    return new Response(null, { status: 303, headers: { Location: failedTo } });
  }
  const { file, fileName } = opened.value;
  const headers = new Headers({
    "Content-Type": file.type,
    "Content-Disposition": `${isPicture(file.type) ? "inline" : "attachment"}; filename="${fileName}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // What is compressed already is only slowed down by compressing it again.
    "Cache-Control": "private, max-age=600, no-transform",
    ...(file.size === undefined ? {} : { "Content-Length": String(file.size) }),
  });
  setSecurityHeaders(headers);
  return new Response(file.body, { headers });
}
