import type { StoredChange } from "#platform/database/schema/metaproducts.ts";
import type { ActionTargetKind } from "#platform/domains/actions/target.ts";
import { findMetaProduct, saveActedProduct } from "./repository.ts";
import { availableActions, type ChangeNote, offeredRule } from "./rules.ts";

const dated = (notes: ChangeNote[], at: Date): StoredChange[] =>
  notes.map((note) => ({ ...note, updatedAt: at.toISOString() }));

/**
 * Actions on meta products (actions#offered): `rules.ts` says which are offered; they are performed through the store's
 * channel.
 */
export const metaProductTargets: ActionTargetKind = {
  async find(database, id) {
    const found = await findMetaProduct(database, id);
    if (!found) return undefined;
    const actions = availableActions(found.product);
    return {
      storeName: found.store.name,
      deed: "store/products",
      offers: (value) => {
        const action = actions.find((offered) => offered.value === value);
        return action && { inputType: action.config?.inputType ?? undefined };
      },
    };
  },

  async perform(database, { storeChannel }, event, settle) {
    const before = await findMetaProduct(database, event.target);
    const asked = before && offeredRule(before.product, event.action);
    const channelReply =
      before && asked?.channel
        ? await storeChannel({
            reference: event.id,
            storeName: before.store.name,
            storeType: before.store.type,
            actionText: asked.text,
            groupId: before.product.groupId,
          })
        : undefined;
    await settle(async (transaction) => {
      const found = await findMetaProduct(transaction, event.target, true);
      if (!found) return "Not performed: the product no longer exists";
      const rule = offeredRule(found.product, event.action);
      if (!rule) return "Not performed: the product no longer offers this action";
      const { product, changes } = rule.perform(found.product, event.payload);
      const code = found.product.groupId;
      const trace: ChangeNote[] = [
        { code, attribute: "Action", oldValue: null, newValue: `${rule.text} by ${event.submittedBy}` },
        ...(channelReply ? [{ code, attribute: "Channel", oldValue: null, newValue: channelReply }] : []),
        ...changes,
      ];
      const at = new Date();
      await saveActedProduct(transaction, event.target, product, [
        ...dated(trace, at),
        ...found.product.changes,
      ]);
      return channelReply ?? `Performed: ${rule.text}`;
    });
  },
};
