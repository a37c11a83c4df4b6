import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileInRepository } from "./processes.mjs";

/** Permissive licences that require attribution only, by SPDX identifier. */
const permissive = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Python-2.0",
  "Unlicense",
  "Zlib",
];

/** Further licences for development tools: texts and data, and files that only have to stay unchanged. */
const forTools = ["CC-BY-3.0", "CC-BY-4.0", "MPL-2.0"];

/** Runtime packages with a licence of their own kind: used unchanged, and each can be replaced. */
const named = { "qz-tray": "LGPL-2.1", "@fontsource-variable/inter": "OFL-1.1" };

/** Packages without a licence in their package.json, with the one of their licence file. */
const statedInFile = { "png-js": "MIT", "require-like": "MIT" };

/** The licence of an installed package, in either of npm's two formats. */
function describedLicence(folder) {
  const file = fileInRepository(`${folder}/package.json`);
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  if (typeof license === "string") return license;
  return Array.isArray(licenses) ? licenses.map(({ type }) => type).join(" OR ") : undefined;
}

/**
 * The packages in an npm lockfile (version 3).
 * @returns {{ name: string, version: string, folder: string, isTool: boolean, isOptional: boolean, isInstalled: boolean, licence: string | undefined }[]}
 */
export function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([folder, { link }]) => folder.includes("node_modules/") && !link)
    .map(([folder, { version, license, dev = false, optional = false }]) => {
      const name = folder.split("node_modules/").at(-1);
      return {
        name,
        version,
        folder,
        isTool: dev,
        isOptional: optional,
        isInstalled: existsSync(fileInRepository(folder)),
        licence: license ?? describedLicence(folder) ?? statedInFile[name],
      };
    });
}

/** Whether an SPDX expression of one kind of operator is satisfied by `allowed`; a mixed one needs a person. */
function isMet(expression, allowed) {
  const plain = expression.replace(/[()]/g, "");
  if (plain.includes(" AND ")) {
    return !plain.includes(" OR ") && plain.split(" AND ").every((licence) => allowed.includes(licence));
  }
  return plain.split(" OR ").some((licence) => allowed.includes(licence));
}

/** Reports each package with an unsuitable licence, one per line; builds for other machines are left out. */
export function licenceProblems(packages) {
  return packages.flatMap(({ name, version, isTool, isInstalled, licence }) => {
    if (licence === undefined) return isInstalled ? [`${name} ${version} names no licence.`] : [];
    if (named[name] === licence) return [];
    if (isMet(licence, isTool ? [...permissive, ...forTools] : permissive)) return [];
    return [`${name} ${version} has the licence ${licence}, which is not among those allowed.`];
  });
}

/** The copyright line of a package's licence file, if any. */
function copyrightOf(folder) {
  const path = fileInRepository(folder);
  const file = existsSync(path) && readdirSync(path).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (!file) return undefined;
  const lines = readFileSync(`${path}/${file}`, "utf8").split("\n");
  return lines
    .map((line) => line.trim())
    .find((line) => /^copyright (\(c\)|©|\d{4})/i.test(line) && !line.includes("yyyy"));
}

const noticeHead = `NOTICE

The Utopia Portal is run with the packages below, each under its own licence; the whole text of each stands in the
package's folder once it is installed. Tools that only build and check the product are not among them.

qz-tray, the client of the print service, is licensed under LGPL-2.1 (Lesser General Public License, version 2.1). It
is used unchanged, in a file of its own that the browser loads by itself, and can be exchanged for another version of it
by installing that one. Its source is at https://github.com/qzind/tray.

`;

/**
 * The content of NOTICE: each runtime package, its licence, and its copyright. Optional ones are left out: they differ
 * between machines, and each is a build of a package in the list.
 */
export function noticeOf(packages) {
  const lines = packages
    .filter(({ isTool, isOptional }) => !isTool && !isOptional)
    .map(({ name, version, licence, folder }) =>
      [`${name} ${version}`, licence, copyrightOf(folder)].filter(Boolean).join(" · "),
    );
  return `${noticeHead}${[...new Set(lines)].sort().join("\n")}\n`;
}

/**
 * The result of `npm audit --json`: the number of known vulnerabilities by severity, or why it is unknown.
 * @param {string} output its output, with or without a response of the registry
 * @returns {{ counts: Record<string, number> } | { unknown: string }}
 */
export function auditOutcome(output) {
  try {
    const { metadata, message, error } = JSON.parse(
      output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1),
    );
    if (metadata?.vulnerabilities) return { counts: metadata.vulnerabilities };
    return { unknown: message ?? error?.summary ?? "npm audit gave no figures" };
  } catch {
    return { unknown: "npm audit gave no answer that can be read" };
  }
}
