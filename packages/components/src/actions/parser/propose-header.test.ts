import { compilePattern } from '@acequia/event';
import { seededRandom, type SeededRandom } from '@acequia/testkit/oracle';
import { describe, expect, test } from 'vitest';
import { proposeHeader } from './propose-header.ts';
import { proposeParser } from './propose-parser.ts';

/** A line and the columns that a person would read out of it. */
interface Sample {
  readonly line: string;
  readonly columns: readonly string[];
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const verbs = ['opened', 'closed', 'retried', 'took over', 'lost', 'found', 'left'];
const things = ['session 4', 'the queue', 'user=ana', 'block [7]', '/var/lib/data', 'a=1 b=2', 'peer 10.0.0.8:443', '"x y"', 'job: late'];

function messageOf(random: SeededRandom): string {
  return Array.from({ length: 1 + random.below(4) }, () => `${random.pick(verbs)} ${random.pick(things)}`).join(', ');
}
const level = (random: SeededRandom): string => random.pick(['INFO', 'WARN', 'ERROR', 'DEBUG']);
const number = (random: SeededRandom): string => String(1 + random.below(90_000));
const host = (random: SeededRandom): string => `web-${random.below(9)}`;
const unit = (random: SeededRandom): string => random.pick(['core.Store', 'net.http.Server', 'auth', 'q$Worker']);
const clock = (random: SeededRandom): string => `${pad(random.below(24))}:${pad(random.below(60))}:${pad(random.below(60))}`;
const millis = (random: SeededRandom): string => pad(random.below(1000), 3);

/** Forms of lines that programs write: `·` stands before and after each column. */
const forms: Readonly<Record<string, (random: SeededRandom) => string>> = {
  'Java with a thread': (r) =>
    `·2024-05-${pad(1 + r.below(28))} ${clock(r)},${millis(r)}· ·${level(r)}· [·worker-${r.below(9)} of ${r.below(4)}·] ·${unit(r)}·: ·${messageOf(r)}·`,
  'a file system': (r) =>
    `·2405${pad(1 + r.below(28))} ${clock(r).replaceAll(':', '')}· ·${number(r)}· ·${level(r)}· ·${unit(r)}·: ·${messageOf(r)}·`,
  'a phone': (r) =>
    `·05-${pad(1 + r.below(28))} ${clock(r)}.${millis(r)}· ${r.chance(0.5) ? ' ' : ''}·${number(r)}·  ·${number(r)}· ·${r.pick(['D', 'I', 'W', 'E'])}· ·${unit(r)}·: ·${messageOf(r)}·`,
  'syslog without a priority': (r) =>
    `·${r.pick(months)} ${String(1 + r.below(28)).padStart(2)} ${clock(r)}· ·${host(r)}· ·${unit(r)}·${r.chance(0.8) ? `[·${number(r)}·]` : ''}: ·${messageOf(r)}·`,
  'a web server’s errors': (r) =>
    `[·Fri May ${pad(1 + r.below(28))} ${clock(r)} 2024·] [·${r.pick(['error', 'notice'])}·] ·${messageOf(r)}·`,
  'a supercomputer': (r) =>
    `·${r.pick(['-', 'ALERT'])}· ·1715${pad(r.below(1e6), 6)}· ·2024.05.${pad(1 + r.below(28))}· ·${host(r)}· ·RAS· ·KERNEL· ·${level(r)}· ·${messageOf(r)}·`,
  pipes: (r) => `·2024-05-17 ${clock(r)}·|·Step_${r.below(9)}·|·${number(r)}·|·${messageOf(r)}·`,
  'a cloud service': (r) =>
    `·api.log.${r.below(4)}· ·2024-05-17 ${clock(r)}.${millis(r)}· ·${number(r)}· ·${level(r)}· ·${unit(r)}· [·req-${number(r)} - -·] ·${messageOf(r)}·`,
  'columns filled with blanks': (r) =>
    `·2024-05-17 ${clock(r)}·, ·${r.pick(['Info ', 'Error'])}·`.replace(/ ·$/, '·') +
    `            ·${r.pick(['CBS', 'CSI'])}·    ·${messageOf(r)}·`,
  'dashes around the level': (r) =>
    `·2024-05-17 ${clock(r)},${millis(r)}· - ·${level(r)}·${r.chance(0.5) ? '  ' : ' '}[·id[${r.below(9)}]/a@${r.below(99)}·] - ·${messageOf(r)}·`,
  Python: (r) => `·2024-05-17 ${clock(r)},${millis(r)}· - ·${unit(r)}· - ·${level(r)}· - ·${messageOf(r)}·`,
  'a database': (r) =>
    `·2024-05-17 ${clock(r)}.${millis(r)} UTC· [·${number(r)}·] ·${r.pick(['LOG', 'ERROR', 'FATAL'])}·:  ·${messageOf(r)}·`,
  'a proxy': (r) => `[·10.${pad(13 + r.below(15))} ${clock(r)}·] ·${r.pick(['chrome.exe', 'mail.exe *64'])}· - ·${messageOf(r)}·`,
  'a job runner': (r) => `·${r.pick(['17/06/09', '17/05/08'])}· ·${clock(r)}· ·${level(r)}· ·${unit(r)}·: ·${messageOf(r)}·`,
};

function samplesOf(form: (random: SeededRandom) => string, seed: number): Sample[] {
  const random = seededRandom(seed);
  return Array.from({ length: 60 }, () => {
    const marked = form(random);
    const columns = marked.split('·').filter((_, index) => index % 2 === 1);
    return { line: marked.replaceAll('·', ''), columns };
  });
}

/** What the pattern reads, as text; a time as the instant that its own text is. */
function readWith(pattern: string, line: string): Map<string, string | null> | undefined {
  const compiled = compilePattern(pattern);
  const parsed = compiled.ok ? compiled.value.parse(line, { tz: 'UTC', nearNs: 1_715_900_000_000_000_000n }) : undefined;
  return parsed?.ok ? new Map(parsed.value.map(([name, value]) => [name, value === null ? null : String(value)])) : undefined;
}

describe.each(Object.entries(forms))('%s', (_name, form) => {
  test.each([1, 2, 3])('every column that a person sees is one of the pattern’s, and none is another text (seed %i)', (seed) => {
    const samples = samplesOf(form, seed);
    const proposal = proposeHeader(
      samples.map(({ line }) => line),
      'message',
    );
    expect(proposal).toBeDefined();
    const { pattern } = proposal!;
    for (const { line, columns } of samples) {
      const read = readWith(pattern, line);
      expect(read, `${pattern}\n${line}`).toBeDefined();
      const values = [...read!].filter(([, value]) => value !== null);
      const texts = values.filter(([name]) => !/^(?:time|date)/.test(name)).map(([, value]) => value);
      const times = values.length - texts.length;
      const plain = columns.filter((column) => texts.includes(column));
      expect(columns.length - plain.length, `${pattern}\n${line}`).toBeLessThanOrEqual(times);
      expect(values.length, `${pattern}\n${line}`).toBe(columns.length);
    }
  });
});

test('lines without a time and a level, and lines that agree in nothing, have no header', () => {
  expect(proposeHeader(['hello there you', 'nothing to see here', 'one more line 7'], 'message')).toBeUndefined();
  expect(proposeHeader(['[a] x', '(b) y', '2024-05-17 z'], 'message')).toBeUndefined();
});

test('a text that also stands where a column ends is no column: nothing is proposed rather than a wrong one', () => {
  const lines = ['10:00:00 [a] b] INFO started', '10:00:01 [c] d] INFO started'];
  const proposal = proposeHeader(lines, 'message');
  for (const line of lines) {
    const read = proposal && readWith(proposal.pattern, line);
    expect([undefined, 'a', 'c', 'a] b', 'c] d']).toContain(read?.get('context') ?? undefined);
  }
});

test('a date that may be read in two ways stays text, one that may not is a time', () => {
  const patternOf = (...dates: string[]) =>
    proposeHeader(
      dates.map((date) => `${date} 10:00:00 INFO started`),
      'message',
    )?.pattern;
  expect(patternOf('03/04/2024', '05/06/2024')).toBe('{date} {clock} {level} {message}');
  expect(patternOf('03/04/2024', '25/06/2024')).toBe('{time:timestamp("%d/%m/%Y %H:%M:%S")} {level} {message}');
  expect(patternOf('03/04/2024', '05/26/2024')).toBe('{time:timestamp("%m/%d/%Y %H:%M:%S")} {level} {message}');
});

test('lines of a stack trace between them are left to the preview; where most lines are others, nothing is proposed', () => {
  const line = (n: number) => `2024-05-17 10:00:0${n} ERROR [main] core.Store: failed ${n}`;
  const trace = '    at core.Store.read(Store.java:7)';
  expect(proposeHeader([line(1), trace, trace, line(2), line(3), line(4)], 'message')).toMatchObject({
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {level} [{context}] {component}: {message}',
    messages: ['failed 1', 'failed 2', 'failed 3', 'failed 4'],
  });
  expect(proposeHeader([line(1), trace, trace, trace], 'message')).toBeUndefined();
});

test('pairs in the messages are read by a second parser, and the header is not lost to them', () => {
  const lines = Array.from({ length: 10 }, (_, n) => `May 17 10:00:0${n} fw kernel: IN=eth0 OUT= SRC=10.0.0.${n} DST=10.1.0.1 LEN=${n}`);
  const [header, pairs] = proposeParser(lines);
  expect(header).toEqual({ field: '_raw', mode: 'pattern', pattern: '{time:timestamp("%b %e %H:%M:%S")} {host} {component}: {message}' });
  expect(pairs).toMatchObject({ field: 'message', mode: 'kv' });
});
