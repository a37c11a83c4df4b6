import type { User } from "#app/auth/guard.server.ts";
import { ApiError } from "#app/http/apiError.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import { inSlices, type Reading, readEdifact } from "#edifact/index.ts";
import { fetchInterchangeText, readInterchange } from "./api.server.ts";

/** An interchange with its text, read as EDIFACT; `hasText` is false where the service has none. */
export type ReadInterchange = { item: EdiInterchangeDetail; reading: Reading; hasText: boolean };

async function textOf(user: User, item: EdiInterchangeDetail): Promise<string | undefined> {
  if (item.interchange_text !== undefined && item.interchange_text !== null) return item.interchange_text;
  try {
    const file = await fetchInterchangeText(user, item.id, "text");
    return await new Response(file.body).text();
  } catch (problem) {
    if (problem instanceof ApiError && problem.view.code === 404) return undefined;
    throw problem;
  }
}

/**
 * An interchange and its segments, kept for a minute, since a long one is read page by page. Work on a very long
 * text is done in slices: other people's pages go on being answered. Throws ApiError.
 */
export const readSegments = keepPerSession<ReadInterchange>({
  keepForMs: 60_000,
  keepAtMost: 4,
  read: async (user, id) => {
    const { item } = await readInterchange(user, id);
    const text = await textOf(user, item);
    return { item, reading: await inSlices(readEdifact(text ?? "")), hasText: text !== undefined };
  },
});
