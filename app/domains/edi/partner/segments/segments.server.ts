import { data, redirect } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { type FetchedFile, fetchFile, fileFailed, safeFileName } from "#app/core/api/file.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { interchangeKind } from "#app/domains/edi/partner/documents.server.ts";
import { type SegmentPlace, segmentSearch, segmentsPath, textForm } from "#app/domains/edi/partner/paths.ts";
import type { TextAnswer } from "#app/domains/edi/reading/answers.ts";
import { askText } from "#app/domains/edi/reading/readText.server.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import { getInterchangeText } from "#contract/ediExtensions.ts";
import { segmentHref } from "../findings.ts";

const textKinds = new Map([
  ["text/plain", "txt"],
  ["application/octet-stream", "edi"],
]);

/** The raw text of an interchange, or its original bytes. Throws ApiError. */
const fetchInterchangeText = (user: User, id: string, form: "text" | "bytes"): Promise<FetchedFile> =>
  fetchFile(user, getInterchangeText, { params: { id }, query: { form } }, textKinds);

/** An interchange without what its segments show anyway, and its text; `hasText` is false if the service has none. */
type OpenedInterchange = { item: EdiInterchangeDetail; text: string; hasText: boolean };

async function textOf(user: User, item: EdiInterchangeDetail): Promise<string | undefined> {
  if (item.interchange_text !== undefined && item.interchange_text !== null) return item.interchange_text;
  if (!(await hasExtension(user, "edi-desk"))) return undefined;
  const file = await fetchInterchangeText(user, item.id, "text");
  return new TextDecoder().decode(file.bytes);
}

/** An interchange with its text, cached for a minute, since a long one is read page by page. Throws ApiError. */
const openInterchange = keepPerSession<OpenedInterchange>({
  keepForMs: 60_000,
  keepAtMost: 4,
  read: async (user, id) => {
    const { item: whole } = await interchangeKind.read(user, id);
    const text = await textOf(user, whole);
    const { interchange: _, interchange_text: __, histories: ___, ...item } = whole;
    return { item, text: text ?? "", hasText: text !== undefined };
  },
});

async function segmentsOf(user: User, id: string, wanted: SegmentPlace): Promise<TextAnswer> {
  const { item, text, hasText } = await openInterchange(user, id);
  return askText(user, text, { ask: "segments", item, wanted, hasText });
}

export async function segmentsScreen(user: User, request: Request, id: string) {
  const wanted = segmentSearch.read(request.url);
  if (wanted.segment !== undefined) throw redirect(segmentHref(id, wanted.segment));
  const read = await attempt(segmentsOf(user, id, wanted));
  if (!read.ok) {
    const missing = { id, view: undefined, error: read.error, here: segmentsPath(id, wanted) };
    return data(missing, { status: read.error.code === 404 ? 404 : 502 });
  }
  if ("first" in read.value) throw redirect(segmentHref(id, read.value.first));
  const segments = "segments" in read.value ? read.value.segments : undefined;
  return { id, view: segments, error: undefined, here: "" };
}

async function readBody(user: User, id: string, form: "text" | "bytes"): Promise<BodyInit> {
  if (await hasExtension(user, "edi-desk")) return (await fetchInterchangeText(user, id, form)).bytes;
  const text = form === "text" ? (await interchangeKind.read(user, id)).item.interchange_text : undefined;
  if (text === undefined || text === null)
    throw notFound(user.request, "The service does not have this text.");
  return text;
}

/** The raw text or the bytes of an interchange; on failure a navigating browser returns to the segments. */
export async function interchangeTextFile(user: User, request: Request, id: string): Promise<Response> {
  const { form } = textForm.read(request.url);
  const opened = await attempt(readBody(user, id, form === "bytes" ? "bytes" : "text"));
  if (!opened.ok) return fileFailed(request, opened.error, segmentsPath(id));
  const name = safeFileName("interchange", id, form === "bytes" ? "edi" : "txt");
  const headers = {
    "Content-Type": form === "bytes" ? "application/octet-stream" : "text/plain; charset=utf-8",
    "Content-Disposition": `${form === "inline" ? "inline" : "attachment"}; filename="${name}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  return new Response(opened.value, { headers });
}
