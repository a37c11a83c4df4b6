import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { type FetchedFile, fileFailed, safeFileName } from "#app/http/file.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";
import { fetchBlob, readExo } from "./api.server.ts";
import { toExo } from "./model.ts";
import { type ExoFile, filesOf } from "./references.ts";

type Files = { exoName: string; store: string; files: ExoFile[] };

/** A page of thumbnails requests one EXO many times: its files are cached for a minute. */
const storedFiles = keepPerSession<Files>({
  keepForMs: 60_000,
  keepAtMost: 200,
  read: async (user, exoId) => {
    const { item, raw } = await readExo(user, exoId);
    const { name, store } = toExo(item);
    return { exoName: name, store, files: filesOf(raw) };
  },
});

// Nothing was typed here, and the list knows no more than the EXO does.
const isMissing = ({ code }: ErrorView): boolean => code === 400 || code === 404;
const whenMissing = "The file may be gone, or was never kept. Give support the reference.";

export const filePlace = (exoId: string, fileId: string) => `${exoId}:${fileId}`;

type Found = { file: FetchedFile; fileName: string };

async function openFile(
  user: User,
  exoId: string,
  fileId: string,
  isOfScope: (store: string) => boolean,
): Promise<Found> {
  const of = ({ files }: Files) => files.find(({ id }) => id === fileId);
  let found = await storedFiles(user, exoId);
  if (!of(found)) found = await storedFiles(user, exoId, { refresh: true });
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

const isPicture = (type: string): boolean => type.startsWith("image/");

/**
 * A file of an EXO as a streamed response: nosniff, a safe name, pictures inline and anything else
 * as a download. On failure a navigating browser is redirected to `failedTo`, where the error is
 * shown at the file; all others get the ErrorView with its status.
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
    return fileFailed(user, request, opened.error, { place: filePlace(exoId, fileId), failedTo });
  }
  const { file, fileName } = opened.value;
  const headers = new Headers({
    "Content-Type": file.type,
    "Content-Disposition": `${isPicture(file.type) ? "inline" : "attachment"}; filename="${fileName}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Compressing already compressed files only slows them down.
    "Cache-Control": "private, max-age=600, no-transform",
    // The next user of this browser gets a fresh response, or none at all (sign-in#files).
    Vary: "Cookie",
    ...(file.size === undefined ? {} : { "Content-Length": String(file.size) }),
  });
  setSecurityHeaders(headers);
  return new Response(file.body, { headers });
}
