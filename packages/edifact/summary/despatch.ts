import { allAt, type Fields, groupsIn, groupsWith, oneAt, textAt, textsAt } from "./json.ts";
import { type LineSummary, lineOf } from "./order.ts";

/**
 * A level of packing (CPS) with the levels and lines inside it. `sscc` are the numbers of its own packages; `problem` is
 * the reason why it is at the top although it names a parent.
 */
export type PackingLevel = {
  identifier: string;
  parent: string;
  level: string;
  packages: PackageSummary[];
  sscc: string[];
  lines: LineSummary[];
  inside: PackingLevel[];
  problem?: "parent-missing" | "parents-in-a-circle" | "too-deep";
};

/** Real packing has three or four levels; the limit makes the tree safe to walk recursively. */
const deepest = 64;

/**
 * The packing tree of a despatch advice: CPS is flat in the message and names its parent (7166). A level whose parent is
 * missing, or that is packed into itself, is at the top with its `problem`; none is left out.
 */
export function packingTree(document: Fields): PackingLevel[] {
  const levels = groupsWith(document, "consignmentPackingSequence").map(levelOf);
  const implied = groupsIn(document).filter(
    (group) =>
      group.consignmentPackingSequence === undefined &&
      [...groupsWith(group, "package"), ...groupsWith(group, "lineItem")].length > 0,
  );
  const first = new Map<string, PackingLevel>();
  for (const level of levels) if (!first.has(level.identifier)) first.set(level.identifier, level);
  const top: PackingLevel[] = [];
  for (const level of levels) {
    const parent = level.parent === "" ? undefined : first.get(level.parent);
    const problem = parent ? problemAbove(level, first) : level.parent === "" ? undefined : "parent-missing";
    if (parent && !problem) {
      parent.inside.push(level);
      continue;
    }
    if (problem) level.problem = problem;
    top.push(level);
  }
  return [...top, ...implied.map(levelOf)];
}

/** The reason why a level cannot be put into its parent: its parents lead back to it, or there are too many. */
function problemAbove(level: PackingLevel, first: ReadonlyMap<string, PackingLevel>) {
  const seen = new Set<PackingLevel>();
  let parent = first.get(level.parent);
  while (parent && !seen.has(parent)) {
    if (parent === level) return "parents-in-a-circle";
    seen.add(parent);
    if (seen.size >= deepest) return "too-deep";
    parent = parent.parent === "" ? undefined : first.get(parent.parent);
  }
  return undefined;
}

function levelOf(group: Fields): PackingLevel {
  const sequence = oneAt(group, "consignmentPackingSequence");
  const packages = groupsIn(group)
    .filter((inner) => inner.package !== undefined || markingGroups(inner).length > 0)
    .filter((inner) => inner.lineItem === undefined)
    .map(packageOf);
  return {
    identifier: textAt(sequence, "hierarchicalStructureLevelIdentifier"),
    parent: textAt(sequence, "hierarchicalStructureParentIdentifier"),
    level: textAt(sequence, "packagingLevelCode"),
    packages,
    sscc: packages.flatMap(({ markings }) =>
      markings.flatMap(({ numbers }) =>
        numbers.flatMap(({ qualifier, identifiers }) =>
          qualifier === "BJ" || qualifier === "AW" ? identifiers : [],
        ),
      ),
    ),
    lines: groupsWith(group, "lineItem").map(lineOf),
    inside: [],
  };
}

const markingGroups = (group: Fields) =>
  groupsIn(group).filter(
    (inner) =>
      inner.packageIdentification !== undefined ||
      groupsWith(inner, "goodsIdentityNumber").length > 0 ||
      inner.goodsIdentityNumber !== undefined,
  );

/** Packages of one kind (PAC). */
function packageOf(group: Fields) {
  const segment = oneAt(group, "package");
  return {
    quantity: textAt(segment, "packageQuantity"),
    type: textAt(oneAt(segment, "packageType"), "packageTypeDescriptionCode"),
    level: textAt(oneAt(segment, "packagingDetails"), "packagingLevelCode"),
    markings: markingGroups(group).map(markingOf),
  };
}
export type PackageSummary = ReturnType<typeof packageOf>;

/** How packages are marked (PCI), with the numbers of each package (GIN): `qualifier` BJ is an SSCC. */
function markingOf(group: Fields) {
  const segment = oneAt(group, "packageIdentification");
  // In D.96A the numbers are directly in the marking's group, in D.01B in groups of their own.
  const numbers = [...allAt(group, "goodsIdentityNumber")];
  for (const inner of groupsIn(group)) numbers.push(...allAt(inner, "goodsIdentityNumber"));
  return {
    instructions: textAt(segment, "markingInstructionsCode"),
    marks: textsAt(oneAt(segment, "marksAndLabels"), "shippingMarksDescription"),
    numbers: numbers.map((number) => ({
      qualifier: textAt(number, "objectIdentificationCodeQualifier"),
      identifiers: allAt(number, "identityNumberRange").flatMap((range) =>
        textsAt(range, "objectIdentifier"),
      ),
    })),
  };
}
