import { isStoreType } from "#contract/storeTypes.ts";

/** The picture of a store type; a neutral one for types it does not know. Decoration: the name stands beside it. */
export function StoreImage({ storeType, size = 64 }: { storeType: string; size?: number }) {
  const file = isStoreType(storeType) ? storeType : "neutral";
  return <img className="store-image" src={`/store-types/${file}.svg`} alt="" width={size} height={size} />;
}
