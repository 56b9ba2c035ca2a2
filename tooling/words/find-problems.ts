import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkText } from './check-text.ts';
import { readMarkdown } from './read-markdown.ts';
import { buttonTexts, countsWithoutForms, readTables, repeatedTexts, unusedKeys, type Source } from './read-tables.ts';
import { readTemplate } from './read-template.ts';
import { readTypescript } from './read-typescript.ts';
import type { Finding, VisibleText } from './visible-text.ts';

/** Read by people: component pages, and what a visitor of the repository opens first. */
const pages = /^(?:packages\/components\/src\/.+\/docs(?:\.es)?\.md|(?:README|CONTRIBUTING|SECURITY|SUPPORT|CODE_OF_CONDUCT)\.md)$/;
const skipped = /^(?:node_modules|dist|\.cache|\.git|unseen-\d+)$/;
/** Holds names of months and days, in lists. */
const noText = /time\/calendar-names\.ts$/;

/** Every source file below a folder, by its path from the root. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : filesBelow(root, path);
    return /\.(?:tsx?|md)$|^template\.yaml$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** What people read in these sources. */
export function visibleTexts(sources: readonly Source[]): VisibleText[] {
  return sources.flatMap(({ file, text }) => {
    if (file.endsWith('.yaml')) return readTemplate(file, text);
    if (file.endsWith('.md')) return pages.test(file) ? readMarkdown(file, text) : [];
    if (noText.test(file) || !/\bes:|\bsummary:|\busage\b|words\(|textOperation\(/.test(text)) return [];
    return readTypescript(file, text);
  });
}

/** Everything that is certainly wrong with the texts of these sources. */
export function problemsOf(sources: readonly Source[]): Finding[] {
  const tables = readTables(sources);
  const buttons = buttonTexts(tables, sources);
  const places = new Set(buttons.map(({ file, line }) => `${file}:${line}`));
  const others = visibleTexts(sources).filter(({ file, line }) => !places.has(`${file}:${line}`));
  return [...others, ...buttons].flatMap(checkText).concat(countsWithoutForms(tables), unusedKeys(tables, sources), repeatedTexts(tables));
}

/** Everything that is certainly wrong with the texts of the product below `root`. */
export function findProblems(root: string): Finding[] {
  const top = readdirSync(root).filter((name) => pages.test(name));
  const files = [...top, ...filesBelow(root, 'apps'), ...filesBelow(root, 'packages'), ...filesBelow(root, 'templates')];
  return problemsOf(files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })));
}

/** One finding as a person reads it. */
export const findingLine = ({ file, line, rule, text, advice }: Finding): string => `  ${file}:${line} ${rule}: ${advice}\n      ${text}`;
