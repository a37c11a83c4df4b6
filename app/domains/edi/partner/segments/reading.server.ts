import type { User } from "#app/auth/guard.server.ts";
import { fetchInterchangeText, readInterchange } from "#app/domains/edi/partner/api.server.ts";
import type { SegmentPlace } from "#app/domains/edi/partner/paths.ts";
import type { TextAnswer } from "#app/domains/edi/reading/answers.ts";
import { type OpenText, openText } from "#app/domains/edi/reading/readText.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";

/** An interchange without what its segments show anyway, and its text; `hasText` is false if the service has none. */
type OpenedInterchange = { item: EdiInterchangeDetail; text: OpenText; hasText: boolean };

async function textOf(user: User, item: EdiInterchangeDetail): Promise<string | undefined> {
  if (item.interchange_text !== undefined && item.interchange_text !== null) return item.interchange_text;
  if (!(await hasExtension(user, "edi-text"))) return undefined;
  const file = await fetchInterchangeText(user, item.id, "text");
  return new Response(file.body).text();
}

/** An interchange with its text, cached for a minute, since a long one is read page by page. Throws ApiError. */
const openInterchange = keepPerSession<OpenedInterchange>({
  keepForMs: 60_000,
  keepAtMost: 4,
  read: async (user, id) => {
    const { item: whole } = await readInterchange(user, id);
    const text = await textOf(user, whole);
    const { interchange: _, interchange_text: __, histories: ___, ...item } = whole;
    return { item, text: openText(user, `interchange ${id}`, text ?? ""), hasText: text !== undefined };
  },
});

/** A page of an interchange's segments, or the first segment of the wanted message. Throws ApiError. */
export async function segmentsOf(user: User, id: string, wanted: SegmentPlace): Promise<TextAnswer> {
  const stored = await openInterchange(user, id);
  const opened = stored.text.isGone() ? await openInterchange(user, id, { refresh: true }) : stored;
  const { item, text, hasText } = opened;
  return text.ask(user, { ask: "segments", item, wanted, hasText });
}
