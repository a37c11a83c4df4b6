import { z } from "zod";
import { defineCall } from "./calls.ts";
import { id, listOf, optionalObject, text, time } from "./envelopes.ts";

const image = z.looseObject({ groupName: text, imageUrl: text });

export const masterProduct = z.looseObject({
  id: text,
  styleCode: id,
  attributes: optionalObject({ brandGroup: text, brandLabel: text, styleName: text }),
  colours: z
    .array(z.looseObject({ images: z.array(image).nullish().catch(undefined) }))
    .nullish()
    .catch(undefined),
  images: z.array(image).nullish().catch(undefined),
  updatedAt: time,
});
export type MasterProduct = z.output<typeof masterProduct>;

/** `GET /api/getproducts/`: it has no parameters (product-master#pages), so the response is the whole list. */
export const getProducts = defineCall({
  name: "getProducts",
  path: "/api/getproducts/",
  answer: listOf(masterProduct),
});
