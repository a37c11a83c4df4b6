import type { StoredChange } from "#platform/database/schema/metaproducts.ts";
import type { ActionTargetKind } from "#platform/domains/actions/target.ts";
import { findMetaProduct, saveActedProduct } from "./repository.ts";
import { availableActions, type ChangeNote, ruleFor } from "./rules.ts";

const dated = (notes: ChangeNote[], at: Date): StoredChange[] =>
  notes.map((note) => ({ ...note, updatedAt: at.toISOString() }));

/**
 * Actions on meta products (actions#offered): `rules.ts` defines which are offered; the store's channel performs them.
 */
export const metaProductTargets: ActionTargetKind = {
  async find(database, id, forUpdate) {
    const found = await findMetaProduct(database, id, forUpdate);
    if (!found) return undefined;
    const { product, store } = found;
    return {
      storeName: store.name,
      permission: "store/products",
      offers: (value) => {
        const action = availableActions(product).find((offered) => offered.value === value);
        return action && { inputType: action.config?.inputType ?? undefined };
      },
      request: ({ id: reference, action }) => {
        const { channel, text } = ruleFor(action);
        if (!channel) return undefined;
        return async ({ storeChannel }) => ({
          message: await storeChannel({
            reference,
            storeName: store.name,
            storeType: store.type,
            actionText: text,
            groupId: product.groupId,
          }),
        });
      },
      perform: async (transaction, event, reply) => {
        const rule = ruleFor(event.action);
        const said = reply?.message;
        const effect = rule.perform(product, event.payload);
        const code = product.groupId;
        const trace: ChangeNote[] = [
          { code, attribute: "Action", oldValue: null, newValue: `${rule.text} by ${event.submittedBy}` },
          ...(said === undefined ? [] : [{ code, attribute: "Channel", oldValue: null, newValue: said }]),
          ...effect.changes,
        ];
        const changes = [...dated(trace, new Date()), ...product.changes];
        await saveActedProduct(transaction, id, effect.product, changes);
        return said ?? `Performed: ${rule.text}`;
      },
    };
  },
};
