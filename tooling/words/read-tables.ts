import ts from 'typescript';
import type { Finding, Language, VisibleText } from './visible-text.ts';

export interface Source {
  readonly file: string;
  readonly text: string;
}

interface Entry {
  readonly key: string;
  readonly language: Language;
  readonly line: number;
  readonly text: string;
}

interface Table {
  readonly name: string;
  readonly file: string;
  readonly entries: readonly Entry[];
}

/** A key is asked for without the form of its number. */
const asked = (key: string): string => key.replace(/_(?:one|other)$/, '');

/** The tables of the console's texts: what `defineTexts` and `inBoth` are called with. */
export function readTables(sources: readonly Source[]): Table[] {
  return sources.flatMap(({ file, text }) => {
    if (!/\b(?:defineTexts|inBoth)\(/.test(text)) return [];
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
    const tables: Table[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
        const words = node.initializer.arguments.at(-1);
        if (/^(?:defineTexts|inBoth)$/.test(node.initializer.expression.getText()) && words && ts.isObjectLiteralExpression(words)) {
          tables.push({ name: node.name.getText(), file, entries: entriesOf(tree, words) });
          return;
        }
      }
      node.forEachChild(visit);
    };
    visit(tree);
    return tables;
  });
}

function entriesOf(tree: ts.SourceFile, words: ts.ObjectLiteralExpression): Entry[] {
  return words.properties.flatMap((side) => {
    if (!ts.isPropertyAssignment(side) || !ts.isObjectLiteralExpression(side.initializer)) return [];
    const language = side.name.getText() === 'es' ? 'es' : 'en';
    return side.initializer.properties.flatMap((one) => {
      if (!ts.isPropertyAssignment(one) || !ts.isStringLiteralLike(one.initializer)) return [];
      const key = ts.isIdentifier(one.name) || ts.isStringLiteral(one.name) ? one.name.text : '';
      return [{ key, language, line: tree.getLineAndCharacterOfPosition(one.getStart()).line + 1, text: one.initializer.text }];
    });
  });
}

/** Keys that no source names, whole or by a template that could make them. */
export function unusedKeys(tables: readonly Table[], sources: readonly Source[]): Finding[] {
  const holding = new Set(tables.map(({ file }) => file));
  const named = new Set<string>();
  const made = new Set<string>();
  for (const { file, text } of sources) {
    // A table beside a component is in the file that uses it; its own keys are no use of them.
    const outside = holding.has(file) ? text.replaceAll(/^\s+(?:\w+|'[^']+'|"[^"]+"):(?= ['"`]|$)/gm, '') : text;
    for (const [token] of outside.matchAll(/[\w$][\w$.-]*/g)) {
      named.add(token);
      for (const part of token.split(/[.-]/)) named.add(part);
    }
    for (const [, template = ''] of outside.matchAll(/`((?:[^`\\$]|\$(?!\{)|\\.)*\$\{[^`]*)`/g)) {
      const fixed = template.split(/\$\{[^}]*\}+/);
      if (fixed.join('') !== '' && fixed.every((part) => /^[\w.-]*$/.test(part))) {
        // After a single letter only numbers, as in `e${seconds}`.
        const filled = /^\w?$/.test(fixed.join('')) ? String.raw`\d+` : '.+';
        made.add(`^${fixed.map((part) => part.replaceAll('.', String.raw`\.`)).join(filled)}$`);
      }
    }
  }
  const patterns = [...made].map((pattern) => new RegExp(pattern));
  return tables.flatMap(({ file, entries }) =>
    entries
      .filter(({ language, key }) => language === 'en' && !named.has(asked(key)) && !patterns.some((pattern) => pattern.test(asked(key))))
      .map(({ key, line }) => ({
        file,
        line,
        rule: 'unused' as const,
        text: key,
        advice: 'nothing shows this text: delete it in both languages',
      })),
  );
}

/** Sentences that a table holds under two keys, the same in both languages. */
export function repeatedTexts(tables: readonly Table[]): Finding[] {
  return tables.flatMap(({ file, entries }) => {
    const spanish = new Map(entries.filter(({ language }) => language === 'es').map(({ key, text }) => [key, text]));
    const first = new Map<string, string>();
    return entries.flatMap(({ key, language, line, text }) => {
      if (language !== 'en' || text.split(' ').length < 4) return [];
      const both = `${text}\n${spanish.get(key)}`;
      const known = first.get(both);
      if (known === undefined) first.set(both, key);
      if (known === undefined || asked(known) === asked(key)) return [];
      return [{ file, line, rule: 'repeated' as const, text, advice: `“${known}” says the same: use it, and delete “${key}”` }];
    });
  });
}

/** Values that are numbers of things. */
const counted = 'count|done|entered|delivered|events|expected|got|records|rows|shown|total|workers';
const afterCount = new RegExp(String.raw`\{\{(?:${counted})\}\} (?:of |de )?(?:\{\{\w+\}\} )?(\p{L}+s)\b`, 'u');
/** Words that end in s and are no plural. */
const noPlural = /^(?:is|was|has|as|es|más|menos|does|\p{L}+ss)$/u;

/** Texts with a number and a noun in the plural but without the forms of the number, and forms for one in the plural. */
export function countsWithoutForms(tables: readonly Table[]): Finding[] {
  return tables.flatMap(({ file, entries }) =>
    entries.flatMap(({ key, line, text }) => {
      const [, noun] = key.endsWith('_other') ? [] : (afterCount.exec(text) ?? []);
      if (noun === undefined || noPlural.test(noun)) return [];
      const advice = key.endsWith('_one')
        ? `“${noun}” is not the form for one`
        : `“1 ${noun}” is wrong: write ${key}_one and ${key}_other, and give a count`;
      return [{ file, line, rule: 'plural' as const, text, advice }];
    }),
  );
}

/** The texts that buttons show: `<Button …>{t('key')}</Button>` where the file uses one table that has the key. */
export function buttonTexts(tables: readonly Table[], sources: readonly Source[]): VisibleText[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const shown = new Map<string, VisibleText>();
  for (const { text } of sources) {
    const used = [...text.matchAll(/\buseTexts\((\w+)\)/g)].flatMap(([, name = '']) => byName.get(name) ?? []);
    if (used.length === 0) continue;
    for (const [, key = ''] of text.matchAll(/<\w*Button\b(?:[^<>]|=>)*>\s*\{\w+\('([\w.-]+)'(?:, [^}]*\}?)?\)\}\s*<\/\w*Button>/g)) {
      const having = used.filter(({ entries }) => entries.some((entry) => asked(entry.key) === key));
      if (new Set(having).size !== 1) continue;
      for (const entry of having[0]!.entries.filter((one) => asked(one.key) === key)) {
        const { file } = having[0]!;
        shown.set(`${file}:${entry.line}`, { file, line: entry.line, language: entry.language, role: 'button', text: entry.text });
      }
    }
  }
  return [...shown.values()];
}
