import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules, type Finding, type Rule } from './visible-text.ts';

/** Findings of each rule that a file may still have. */
export type Counts = Readonly<Partial<Record<Rule, number>>>;
export type Baseline = Readonly<Record<string, Counts>>;

/** The package or feature that a file belongs to: each has a baseline of its own, so that changes side by side do not meet in one file. */
export function ownerOf(file: string): string {
  const [, where = '', rest = ''] = /^(?:apps|packages)\/([^/]+)\/(?:src\/)?(.*)$/.exec(file) ?? [];
  if (where === '') return 'pages';
  const folders = rest.split('/').slice(0, -1);
  const depth = where === 'console' && folders[1] === 'settings' ? 3 : 2;
  return [where, ...folders.slice(0, where === 'console' || where === 'components' ? depth : 1)].join('-');
}

/** Findings counted by file and rule. */
export function countFindings(findings: readonly Finding[]): Baseline {
  const counts: Record<string, Partial<Record<Rule, number>>> = {};
  for (const { file, rule } of findings) {
    const of = (counts[file] ??= {});
    of[rule] = (of[rule] ?? 0) + 1;
  }
  return counts;
}

/** The allowed counts of every file. */
export function readBaselines(folder: string): Baseline {
  return Object.assign(
    {},
    ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Baseline),
  ) as Baseline;
}

/** Writes one file for each owner that still has findings. */
export function writeBaselines(folder: string, baseline: Baseline): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const owners = Map.groupBy(Object.keys(baseline).toSorted(), ownerOf);
  for (const [owner, files] of owners) {
    const held = Object.fromEntries(files.map((file) => [file, inOrder(baseline[file]!)]));
    writeFileSync(join(folder, `${owner}.json`), `${JSON.stringify(held, null, 2)}\n`);
  }
}

const inOrder = (counts: Counts): Counts => Object.fromEntries(rules.flatMap((rule) => (counts[rule] ? [[rule, counts[rule]]] : [])));

/** The allowed counts, none higher than what is there: a baseline shrinks and never grows. */
export function lowered(allowed: Baseline, actual: Baseline): Baseline {
  const files = Object.keys(allowed).map((file) => [file, least(allowed[file]!, actual[file] ?? {})] as const);
  return Object.fromEntries(files.filter(([, counts]) => Object.keys(counts).length > 0));
}

function least(allowed: Counts, actual: Counts): Counts {
  const counts = rules.map((rule) => [rule, Math.min(allowed[rule] ?? 0, actual[rule] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Where the counts differ from what is allowed, each with what to do; empty when they are equal. */
export function compareToBaseline(allowed: Baseline, findings: readonly Finding[]): string[] {
  const actual = countFindings(findings);
  const files = [...new Set([...Object.keys(allowed), ...Object.keys(actual)])].toSorted();
  return files.flatMap((file) =>
    rules.flatMap((rule) => {
      const [may, has] = [allowed[file]?.[rule] ?? 0, actual[file]?.[rule] ?? 0];
      if (has < may) return [`${file}: ${has} of “${rule}” are left and the baseline allows ${may}. Run: npm run words -- --lower`];
      if (has === may) return [];
      const those = findings.filter((finding) => finding.file === file && finding.rule === rule).map(findingLine);
      return [`${file}: ${has} of “${rule}”, the baseline allows ${may}\n${those.join('\n')}`];
    }),
  );
}

/** One finding as a person reads it. */
export const findingLine = ({ file, line, rule, text, advice }: Finding): string => `  ${file}:${line} ${rule}: ${advice}\n      ${text}`;
