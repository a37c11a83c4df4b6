import { defineSearch, type Field, firstOf, oneOf, type SearchEntry, text } from "#app/search/search.ts";
import {
  barcodeDesign,
  type Label,
  type LabelLanguage,
  labelDesigns,
  labelLanguages,
  type Media,
  shows,
} from "./label.ts";
import type { DrawnLabel } from "./sheet.ts";

/** A label, and the language and media of its printer. */
export type PictureOf = { label: Label; language: LabelLanguage; media: Media };

/** A label as its printer draws it, in words too, the printed size of its barcode, and what can't be printed as it is. */
export type Picture = DrawnLabel & { text: string; size?: string | undefined; notices: string[] };

/** Longer texts never fit on a label: the renderer cuts them anyway. */
const maxTextLength = 240;

const labelText = (name: string): Field<string> => text(name, { longest: maxTextLength });

/** Width, height and gap in mm, and dots per mm: always included, so that a URL determines its picture. */
const mediaField: Field<Record<keyof Omit<Media, "tuning">, number>> = {
  name: "media",
  read: (entries) => {
    const sent = (firstOf(entries, "media") ?? "").split("x").map(Number);
    const [widthMm = 0, heightMm = 0, gapMm = -1, dotsPerMm = 0] = sent;
    return { widthMm, heightMm, gapMm, dotsPerMm };
  },
  write: ({ widthMm, heightMm, gapMm, dotsPerMm }) => [
    ["media", [widthMm, heightMm, gapMm, dotsPerMm].join("x")],
  ],
};

export const pictureSearch = defineSearch({
  design: oneOf("design", [barcodeDesign, ...labelDesigns]),
  name: labelText("name"),
  colour: labelText("colour"),
  sizeRange: labelText("size"),
  barcode: labelText("barcode"),
  price: labelText("price"),
  was: labelText("was"),
  language: oneOf("language", labelLanguages),
  media: mediaField,
});

/** A picture as URL parameters. */
export const pictureFields = ({ label, language, media }: PictureOf): SearchEntry[] =>
  pictureSearch.entries({ ...label, was: label.was ?? "", language, media });

/** The content of a label, for people who can't see its picture. */
export function pictureText({ design, name, colour, sizeRange, barcode, price, was }: Label): string {
  const parts = [
    shows(design, "name") && name,
    shows(design, "colour") && colour,
    shows(design, "size") && sizeRange && `size ${sizeRange}`,
    price === "" ? "no price" : `price $${price}${was === undefined ? "" : `, was $${was}`}`,
    shows(design, "barcode") && (barcode === "" ? "no barcode" : `barcode ${barcode}`),
  ];
  return `Label: ${parts.filter(Boolean).join(", ")}`;
}
