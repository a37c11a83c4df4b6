import type { User } from "#app/auth/guard.server.ts";
import type { Availability, Offer } from "#app/confirm/command.server.ts";
import { noQuestion } from "#app/confirm/command.ts";
import { plainCommandPage } from "#app/confirm/confirm.server.ts";
import { removeViewPath, viewsPath } from "#app/savedViews/paths.ts";
import { forWhom, mayChange } from "#app/savedViews/viewStore.server.ts";
import { personOf, views } from "#app/savedViews/views.server.ts";

const refused = (status: 403 | 404, words: string): Availability => ({ is: "refused", status, words });

async function offerFor(user: User, id: string): Promise<Offer<null>> {
  const person = personOf(user);
  const view = (await views.seen(person)).views.find((one) => one.id === id);
  const receipt = { verb: "Removed", object: "view", name: view?.name ?? "of that name" };
  const offer = { raw: view, payload: "remove", receipt, slot: null };
  const question = { ...noQuestion, title: "Remove view" };
  if (!view) return { ...offer, question, availability: refused(404, "There is no such view any more.") };
  if (!mayChange(person, view))
    return {
      ...offer,
      question,
      availability: refused(403, "A shared view is removed by its maker or by an Admin."),
    };
  const consequence =
    view.role === undefined
      ? ""
      : ` It goes for everybody with the role ${view.role}, also where it is pinned.`;
  return {
    ...offer,
    question: {
      ...question,
      sentence: `Are you sure you want to remove the view '${view.name}'?${consequence} The list itself stays.`,
      facts: [
        { label: "For", value: forWhom(view) },
        { label: "Made by", value: view.owner.name },
      ],
      yes: "Remove view",
      no: "Cancel",
      isFinal: true,
    },
    availability: {
      is: "offered",
      send: async () => {
        await views.remove(person, id);
        return {};
      },
    },
  };
}

/** The page that asks before a view is removed (views#remove). */
export const removeViewPage = (user: User, id: string) =>
  plainCommandPage(
    { user, key: JSON.stringify(["view", id, "remove"]), here: removeViewPath(id), closeTo: viewsPath },
    () => offerFor(user, id),
  );
