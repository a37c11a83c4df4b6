import { expect, test } from "vitest";
import { readForm } from "#app/http/forms/read.ts";
import { storedEdiPartner } from "#contract/ediPartners.ts";
import { characterSets, newPartner, type PartnerValues, partnerForm } from "./partnerForm.ts";

const typed: PartnerValues = {
  ...newPartner,
  name: "Myer",
  store_alias: "MYR",
  identification: "9300",
  our_identification: "501",
};

function read(over: PartnerValues) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...typed, ...over })) form.set(name, value);
  return readForm(form, partnerForm);
}

const refusedAt = (over: PartnerValues) => {
  const submission = read(over);
  return submission.status === "success" ? [] : Object.keys(submission.error ?? {});
};

test.each<[PartnerValues, string[]]>([
  [{}, []],
  [{ syntax_identifier: "UNOW", wrap_width: "70" }, ["wrap_width"]],
  [{ syntax_identifier: "UNOC", wrap_width: "70" }, []],
  [{ syntax_identifier: "UNOQ" }, ["syntax_identifier"]],
  [{ syntax_identifier: "UNOX" }, ["syntax_identifier"]],
  [{ wrap_width: "3" }, ["wrap_width"]],
  [{ wrap_width: "20" }, []],
  [{ wrap_width: "1001" }, ["wrap_width"]],
  [{ wrap_width: "70.5" }, ["wrap_width"]],
  [{ wrap_width: "eighty" }, ["wrap_width"]],
  [{ name: "   " }, ["name"]],
  [{ identification: " ", our_identification: "x".repeat(36) }, ["identification", "our_identification"]],
  [{ syntax_version: "5" }, ["syntax_version"]],
  [{ store_alias: "" }, ["store_alias"]],
  [{ time_zone: "Australia/Nowhere" }, ["time_zone"]],
  [{ monday: "", tuesday: "", wednesday: "", thursday: "", friday: "" }, ["monday"]],
  [{ monday: "", tuesday: "", wednesday: "", thursday: "", friday: "", sunday: "on" }, []],
  [{ closed_days: "2026-12-25\r\n\r\n2026-12-28, 2027-01-01 " }, []],
  [{ closed_days: "2026-12-25\n2026-02-30" }, ["closed_days"]],
  [{ closed_days: "Christmas" }, ["closed_days"]],
  [{ name: "", monday: "", tuesday: "", wednesday: "", thursday: "", friday: "" }, ["name", "monday"]],
  [{ despatch_due_hours: "-1", response_due_hours: "" }, ["response_due_hours", "despatch_due_hours"]],
])("%j is refused at %j, before anything is sent [edi#partner-fields]", (over, fields) => {
  expect(refusedAt(over)).toEqual(fields);
});

test("every partner accepted by the form is accepted by the service, in every character set, wrapped or not [edi#partner-fields]", () => {
  for (const { value } of characterSets)
    for (const wrap_width of ["0", "19", "20", "80"]) {
      const submission = read({ syntax_identifier: value, wrap_width });
      if (submission.status !== "success") continue;
      expect(storedEdiPartner.safeParse(submission.value)).toMatchObject({ success: true });
    }
});
