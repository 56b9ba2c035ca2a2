import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callCommand, commands } from './call-command.ts';

async function call(...words: string[]) {
  const [said, errors]: [string[], string[]] = [[], []];
  const code = await callCommand(
    words,
    (line) => said.push(line),
    (line) => errors.push(line),
  );
  return { code, said: said.join('\n'), errors: errors.join('\n') };
}

test.each(commands.map(({ name }) => [name] as const))(
  '%s --help is answered with its usage, not with an error, and does nothing',
  async (name) => {
    const { code, said, errors } = await call(...name.split(' '), '--help');
    expect([code, errors]).toEqual([0, '']);
    expect(said).toContain(`Usage: acequia ${name}`);
    expect((await call('help', ...name.split(' '))).said).toBe(said);
    const [usage = '', effect, ...more] = said.split('\n');
    expect(effect).toMatch(/^ {2}[A-Z].*\.$/);
    expect(said.split('\n').filter((line) => line.length > 120)).toEqual([]);
    const options = [...usage.matchAll(/--[\w-]+/g)].map(([option]) => option);
    expect(options.filter((option) => !more.some((line) => line.startsWith(`  ${option} `)))).toEqual([]);
  },
);

test('the page of the command has a row for each command, and none for what is no command', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [table = ''] = page.slice(page.indexOf('| command | what |')).split('\n\n');
  const rows = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, row = '']) => `${row} `);
  const of = (row: string) => commands.filter(({ name }) => row.startsWith(`${name} `)).map(({ name }) => name);
  expect(rows.filter((row) => of(row).length !== 1)).toEqual([]);
  expect([...new Set(rows.flatMap(of))].toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

test('start --help names its settings, so that nobody has to search for the port', async () => {
  const { said } = await call('start', '--demo', '-h');
  for (const setting of ['ACEQUIA_PORT', 'ACEQUIA_DATA', 'apps/cli/README.md']) expect(said).toContain(setting);
});

test('a group is answered with its own commands: asked for with 0, called by itself or with another name with 2', async () => {
  const { code, said } = await call('tenant', '--help');
  expect(code).toBe(0);
  expect(said).toContain('tenant create');
  expect(said).not.toContain('cluster create');
  for (const [words, sentence] of [
    [['tenant'], 'tenant is a group of commands.'],
    [['tenant', 'make', 'x'], 'There is no command "tenant make".'],
    [['tenant', 'make', '--help'], 'There is no command "tenant make".'],
    [['tenent', 'create'], 'There is no command "tenent".'],
  ] as const) {
    const answer = await call(...words);
    expect([answer.code, answer.said]).toEqual([2, '']);
    expect(answer.errors).toContain(sentence);
    expect(answer.errors).toContain('tenant create');
  }
});

test('without a word, or with help alone, all commands are listed with exit code 0', async () => {
  for (const words of [[], ['help'], ['--help'], ['-h']]) {
    const { code, said } = await call(...words);
    expect(code).toBe(0);
    for (const { name } of commands) expect(said).toContain(name);
  }
});
