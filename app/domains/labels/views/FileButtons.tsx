import { labelFilePath, labelSheetPath } from "#app/domains/labels/paths.ts";
import { labelSetSearch } from "#app/domains/labels/search.ts";
import { stationPrintPath } from "#app/domains/labels/stations/paths.ts";
import { Button } from "#app/ui/Button.tsx";

/** The ways without a printer: a file of its commands, and a page for an office printer. `form`: id of the product's form. */
export function FileButtons({ alias, form }: { alias: string; form: string }) {
  const button = { form, type: "submit", name: labelSetSearch.names.labels, value: "design" } as const;
  return (
    <div className="file-buttons">
      <Button {...button} formAction={labelFilePath(alias)} icon="download">
        Download label file
      </Button>
      <Button {...button} formAction={labelSheetPath(alias)}>
        Printable sheet
      </Button>
      <Button {...button} formAction={stationPrintPath(alias)}>
        Print at a station
      </Button>
    </div>
  );
}
