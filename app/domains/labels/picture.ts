import { barcodeDesign, labelDesigns, shows } from "./design.ts";
import {
  copiesLimits,
  type Label,
  type LabelLanguage,
  labelLanguages,
  type Media,
  mediaFrom,
} from "./label.ts";

/** What a picture is made of: a label, and the printer that it would come from. */
export type PictureOf = { label: Label; language: LabelLanguage; media: Media };

/** Longer texts never fit on a label: the renderer cuts them anyway. */
const longestText = 240;

/** All of a picture as fields of its URL, so that one URL is one picture for ever. */
export const pictureFields = ({ label, language, media }: PictureOf): [string, string][] => [
  ["design", label.design],
  ["name", label.name],
  ["colour", label.colour],
  ["size", label.sizeRange],
  ["barcode", label.barcode],
  ["price", label.price],
  ["language", language],
  ["media", [media.widthMm, media.heightMm, media.gapMm, media.dotsPerMm].join("x")],
];

/** Reads such a URL; what is missing or wrong falls back. */
export function readPictureFields(search: URLSearchParams): PictureOf {
  const text = (name: string) => (search.get(name) ?? "").slice(0, longestText);
  const [widthMm, heightMm, gapMm, dotsPerMm] = text("media").split("x");
  return {
    label: {
      design: labelDesigns.find((known) => known === text("design")) ?? barcodeDesign,
      name: text("name"),
      colour: text("colour"),
      sizeRange: text("size"),
      barcode: text("barcode"),
      price: text("price"),
      copies: copiesLimits.lowest,
    },
    language: labelLanguages.find((known) => known === text("language")) ?? "ZPL",
    media: mediaFrom({ widthMm, heightMm, gapMm, dotsPerMm }),
  };
}

/** What is on a label, for people who can't see its picture. */
export function pictureText({ design, name, colour, sizeRange, barcode, price }: Label): string {
  const parts = [
    shows(design, "name") && name,
    shows(design, "colour") && colour,
    shows(design, "size") && sizeRange && `size ${sizeRange}`,
    price === "" ? "no price" : `price $${price}`,
    shows(design, "barcode") && (barcode === "" ? "no barcode" : `barcode ${barcode}`),
  ];
  return `Label: ${parts.filter(Boolean).join(", ")}`;
}
