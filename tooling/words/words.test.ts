import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkText } from './check-text.ts';
import { findingLine, findProblems, problemsOf } from './find-problems.ts';
import { fixedSentences } from './fixed-sentences.ts';

const root = join(import.meta.dirname, '../..');

test('nothing is wrong with any visible text', () => {
  expect(findProblems(root).map(findingLine).join('\n')).toBe('');
});

test('the glossary uses the term for each idea, in what it explains on the screen', () => {
  const [meanings = '', screen = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('\n## ');
  const cells = (table: string) => table.matchAll(/^\| (?!---)[^|\n]+ \| ([^|\n]+) \| ([^|\n]+) \|$/gm);
  const found = [...cells(meanings), ...cells(screen)].flatMap(([, en = '', es = '']) =>
    (['en', 'es'] as const).flatMap((language) =>
      checkText({ file: 'apps/console', line: 1, language, role: 'sentence', text: language === 'en' ? en : es }),
    ),
  );
  expect(found.filter(({ rule }) => rule === 'term' || rule === 'banned').map(findingLine)).toEqual([]);
});

test.each(fixedSentences)('“$text” is fixed by a statement that is there ($statement)', ({ statement }) => {
  expect(readFileSync(join(root, 'docs/reference/specification.md'), 'utf8')).toContain(`| **${statement}** |`);
});

const texts = 'apps/console/src/features/a/texts.ts';
const page = { file: 'apps/console/src/features/a/page.tsx', text: "const t = useTexts(aTexts);\nexport const title = t('title');\n" };

/** A table of the console with one text under `title`. */
const table = (en: string, es = 'Título') =>
  `export const aTexts = defineTexts('a', {\n  en: {\n    title: ${JSON.stringify(en)},\n  },\n  es: {\n    title: ${JSON.stringify(es)},\n  },\n});\n`;
const inTable = (en: string, es?: string) => problemsOf([{ file: texts, text: table(en, es) }, page]);
const short = (findings: ReturnType<typeof problemsOf>) => findings.map(({ rule, line, advice }) => ({ rule, line, advice }));

describe('a planted text is found', () => {
  test.each([
    ['The event was mended', '“mended”: write “fix”'],
    ['Nothing stands in the way', '“stands”: write “is”'],
    ['The admin is told', '“is told”: write “shows” or “reports”; for people “is notified”'],
    ['Nobody can join', '“Nobody”: write the person, as in “only admins”'],
    ['The table has a key of its own', '“of its own”: write “its own …” or “a separate …”'],
    ['What it runs is unknown. Ask.', '“What it runs is unknown.”: write the noun, as in “The settings that …”'],
  ])('%s', (text, advice) => {
    expect(short(inTable(text).filter(({ rule }) => rule !== 'period'))).toEqual([{ rule: 'banned', line: 3, advice }]);
  });

  test.each([
    ['A datasink', '“datasink”: the term is data sink'],
    ['Your e-mail', '“e-mail”: the term is email'],
    ['Sign in again', '“Sign in”: the term is log in, log out'],
    ['Removed 90 %', '“0 %”: the term is 90% (no space)'],
    ['Lookup refreshes', '“Lookup refreshes”: the term is enrichment'],
    ['Upload cancelled', '“cancelled”: the term is American spelling'],
  ])('%s', (text, advice) => {
    expect(short(inTable(text))).toEqual([{ rule: 'term', line: 3, advice }]);
  });

  test.each([
    ['Un data sink', '“data sink”: the term is destino de datos'],
    ['Data sink creado', '“Data sink”: the term is destino de datos'],
    ['El diario está lleno', '“El diario”: the term is journal'],
    ['Requiere acción', '“Requiere acción”: the term is requiere intervención'],
    ['Ningún worker está en línea', '“worker está en línea”: the term is conectado (de un worker)'],
    ['Quitado el {{share}}%', '“}%”: the term is 90 % (con espacio)'],
    ['Entrar', '“Entrar”: the term is iniciar sesión'],
    ['No se ha podido guardar', '“No se ha podido”: the term is no se pudo, no se pudieron'],
    ['El segundo factor', '“segundo factor”: the term is autenticación en dos pasos'],
  ])('%s', (text, advice) => {
    expect(short(inTable('Title', text))).toEqual([{ rule: 'term', line: 6, advice }]);
  });

  test('a label in brackets is no word', () => {
    expect(inTable('Title', 'Una etiqueta, como [EMAIL]')).toEqual([]);
    expect(inTable('Title', 'Tu email').map(({ rule }) => rule)).toEqual(['term']);
  });

  test('the name of the page is no term', () => {
    expect(inTable('Data sinks', 'Data sinks')).toEqual([]);
    expect(inTable('Your data sinks', 'Tus data sinks').map(({ rule }) => rule)).toEqual(['term']);
  });

  test('verbs of vosotros', () => {
    expect(short(inTable('Title', 'Aquí podéis verlo'))).toEqual([{ rule: 'banned', line: 6, advice: '“éis”: write tú: “puedes”, “tu”' }]);
    expect(inTable('Title', 'Hay dieciséis')).toEqual([]);
  });

  test('a sentence of 21 words, not two of 20', () => {
    const twenty = Array.from({ length: 20 }, () => 'word').join(' ');
    expect(inTable(`${twenty}. ${twenty} – {{name}}!`).map(({ rule }) => rule)).toEqual(['long']);
    expect(inTable(`${twenty}. ${twenty}.`).map(({ rule }) => rule)).toEqual(['period']);
  });

  test('a number before a plural without the forms of the number', () => {
    const ruleOf = (en: string, es: string, key: string) =>
      problemsOf([
        { file: texts, text: table(en, es).replaceAll('title:', `${key}:`) },
        { ...page, text: "t('title')" },
      ]).map(({ rule, line }) => [rule, line]);
    expect(ruleOf('{{count}} events', 'Eventos: {{count}}', 'title')).toEqual([['plural', 3]]);
    expect(ruleOf('{{done}} of {{count}} done', '{{done}} de {{count}} hechos', 'title')).toEqual([['plural', 6]]);
    expect(ruleOf('{{count}} event', '{{count}} eventos', 'title_one')).toEqual([['plural', 6]]);
    expect(ruleOf('{{count}} events', '{{count}} eventos', 'title_other')).toEqual([]);
    const alert = (text: string) =>
      problemsOf([
        { file: 'packages/contract/src/alert-texts.ts', text: `const texts = { A: { en: ['Lost', ${JSON.stringify(text)}], es: [] } };` },
      ]).filter(({ rule }) => rule === 'plural');
    expect(alert('It lost {count} events. Check it.')).toHaveLength(1);
    expect(alert('It lost {count, plural, one {# event} other {# events}}. Check it.')).toEqual([]);
  });

  test('a key that nothing asks for, whole, by its number or by a template', () => {
    const keys = (key: string, use: string) =>
      problemsOf([
        { file: texts, text: table('Title').replaceAll('title:', `${JSON.stringify(key)}:`) },
        { file: page.file, text: use },
      ]);
    expect(keys('lost', "t('title')").map(({ rule, text }) => [rule, text])).toEqual([['unused', 'lost']]);
    expect(keys('count_other', "t('count', { count })")).toEqual([]);
    expect(keys('state.lost', 't(`state.${state}`)')).toEqual([]);
    expect(keys('other.lost', 't(`state.${state}`)').map(({ rule }) => rule)).toEqual(['unused']);
  });

  test('a sentence under two keys', () => {
    const both = table('Version 1 is active now').replaceAll(/^( {4})title: (.*)$/gm, '$1title: $2\n$1again: $2');
    const found = problemsOf([
      { file: texts, text: both },
      { ...page, text: "t('title'); t('again')" },
    ]);
    expect(found.map(({ rule, line }) => [rule, line])).toEqual([['repeated', 4]]);
  });

  test('a button that is no verb, or ends with a period', () => {
    const button = { file: page.file, text: "const t = useTexts(aTexts);\n<Button onClick={() => go()}>{t('title')}</Button>" };
    const inButton = (en: string) => problemsOf([{ file: texts, text: table(en) }, button]).map(({ rule }) => rule);
    expect(inButton('New secret')).toEqual(['button']);
    expect(inButton('Continue.')).toEqual(['period']);
    expect(inButton('Create a secret')).toEqual([]);
    expect(inButton('Saving…')).toEqual([]);
  });

  test('an error without a next step', () => {
    const errors = (text: string) =>
      problemsOf([
        {
          file: 'packages/contract/src/errors/texts.ts',
          text: `const texts = { A: { en: ['Not found', ${JSON.stringify(text)}], es: [] } };`,
        },
      ]);
    expect(errors('It was deleted.').map(({ rule }) => rule)).toEqual(['next-step']);
    expect(errors('It was deleted. Go back to the list.')).toEqual([]);
    expect(errors('The worker connects again by itself: nothing needs to be done.')).toEqual([]);
  });

  test('a label of a component with a period', () => {
    const text =
      "export const a = { fields: { b: { label: { en: 'Address.', es: 'Dirección' }, help: { en: 'Where to send.', es: 'Adónde.' } } } };";
    expect(problemsOf([{ file: 'packages/components/src/datasinks/a/text.ts', text }]).map(({ rule }) => rule)).toEqual(['period']);
  });

  test('pages of components and of the repository, but not their code', () => {
    const markdown = '# Title\n\nIt takes\n`datasink`s.\n\n```\ne-mail\n```\n\n| a | an e-mail |\n| --- | --- |\n';
    const found = problemsOf([{ file: 'packages/components/src/actions/a/docs.md', text: markdown }]);
    expect(found.map(({ rule, line }) => [rule, line])).toEqual([['term', 10]]);
    expect(problemsOf([{ file: 'docs/adr/0001.md', text: markdown }])).toEqual([]);
  });

  test('templates of the marketplace, in both languages', () => {
    const template = (en: string, es: string) =>
      problemsOf([
        {
          file: 'templates/a/template.yaml',
          text: `tags: [a]\ntexts:\n  en:\n    name: A name\n    description: ${en}\n    nodes: {a: A step}\n  es:\n    name: Un nombre\n    description: ${es}\n    nodes: {a: Un paso}\nformat: 1\n`,
        },
      ]).map(({ rule, line }) => [rule, line]);
    expect(template('One that failed goes on.', 'Va a un data sink.')).toEqual([
      ['banned', 5],
      ['term', 9],
    ]);
    expect(template('Failed checks are kept.', 'Va a un destino de datos.')).toEqual([]);
  });

  test('the bold words before a colon are a label, not a part of the sentence', () => {
    const nineteen = Array.from({ length: 19 }, () => 'word').join(' ');
    const rulesOf = (markdown: string) =>
      problemsOf([{ file: 'packages/components/src/actions/a/docs.md', text: markdown }]).map(({ rule }) => rule);
    expect(rulesOf(`- **What to write**: ${nineteen}.`)).toEqual([]);
    expect(rulesOf(`- **What to write** ${nineteen}.`)).toEqual(['banned', 'long']);
  });

  test('help of the command line and summaries of the API', () => {
    const usage = "const usage = ['Usage: acequia x', '  --to  what stands after it'];";
    expect(problemsOf([{ file: 'apps/cli/src/commands/x.ts', text: usage }]).map(({ rule }) => rule)).toEqual(['banned']);
    const operation = "export const x = { get: operation({ summary: 'A datasink' }) };";
    expect(problemsOf([{ file: 'packages/contract/src/operations/x.ts', text: operation }]).map(({ rule }) => rule)).toEqual(['term']);
  });
});

test.each(fixedSentences)('“$text” is left as it is', ({ text }) => {
  expect(inTable(text)).toEqual([]);
});

test.each([
  'Code such as `datasink:read`, {{datasink}} or datasinks.find',
  'This stands for any character',
  'What is kept?',
  'Events go on disk',
  'Is there a second factory?',
])('nothing is wrong with “%s”', (text) => {
  expect(inTable(text)).toEqual([]);
});
