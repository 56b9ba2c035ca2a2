import { open, type FileHandle } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { reasonText, rejectionFields } from '@acequia/component-sdk/text';
import { serverSettings, type ServerClient } from '../server/server-client.ts';
import { withServer } from '../server/with-server.ts';

const usage = [
  'Usage: acequia dead-letters <action> [filters]',
  '  Lists, resends, discards or exports dead letters of a running server.',
  '  list [--limit <number>] [--json]           the newest first; without filters, the number of each cause',
  '  show <id>                                  reason, answer of the destination, and fields',
  '  redrive [<id>…] [--all] --into node|start  resend to the step that rejected them, or to the start of the pipeline',
  '  discard [<id>…] [--all] --reason <text>    the activity log keeps the reason',
  '  export [--format ndjson|csv] [--output <file>]',
  'Filters:',
  '  --pipeline <id>  --node <id>  --code <code>  --text <words>  --from <time>  --to <time>',
  '  --state open|redriven|discarded',
  'Environment variables:',
  ...serverSettings,
];

const options = {
  pipeline: { type: 'string' },
  node: { type: 'string' },
  code: { type: 'string' },
  text: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  state: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  into: { type: 'string' },
  reason: { type: 'string' },
  format: { type: 'string', default: 'ndjson' },
  output: { type: 'string' },
} as const;

type Print = (line: string) => void;
type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];
type Filter = Readonly<Record<string, string | number>>;

interface Letter {
  readonly id: string;
  readonly at: number;
  readonly state: string;
  readonly pipelineId: string;
  readonly node: string;
  readonly code: string;
  readonly message: string;
  readonly expected?: { readonly code: string; readonly fields: Readonly<Record<string, string | number>> };
  readonly preview: string;
}

interface Changed {
  readonly done: number;
  readonly refused: readonly { readonly code: string; readonly count: number }[];
  readonly away: readonly string[];
  readonly next: string | null;
}

/** `acequia dead-letters`: what a person does with dead letters, through a running server. Exit code 1 when something was left as it is or a worker was away, 2 when it could not be done. */
export async function deadLettersCommand(
  args: readonly string[],
  print: Print,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const parsed = parse(args);
  const [action = '', ...ids] = parsed?.positionals ?? [];
  const filter = parsed && filterOf(parsed.values);
  if (!parsed || !filter || !isWhole(action, ids, parsed.values)) {
    print(usage.join('\n'));
    return 2;
  }
  return withServer(env, print, (server) => run(server, action, ids, filter, parsed.values, print));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

function isWhole(action: string, ids: readonly string[], values: Values): boolean {
  switch (action) {
    case 'list':
    case 'export':
      return ids.length === 0 && ['ndjson', 'csv'].includes(values.format);
    case 'show':
      return ids.length === 1;
    case 'redrive':
      return ids.length > 0 !== values.all && ['node', 'start'].includes(values.into ?? '');
    case 'discard':
      return ids.length > 0 !== values.all && (values.reason ?? '').trim() !== '';
    default:
      return false;
  }
}

/** Undefined when a time cannot be read. */
function filterOf({ pipeline, node, code, text, from, to, state }: Values): Filter | undefined {
  const times = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)));
  if (times.some((time) => Number.isNaN(time))) return undefined;
  const filter = { pipelineId: pipeline, node, code, text, from: times[0], to: times[1], state };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Filter;
}

function run(server: ServerClient, action: string, ids: readonly string[], filter: Filter, values: Values, print: Print): Promise<number> {
  switch (action) {
    case 'list':
      return Object.keys(filter).length === 0 && values.limit === undefined
        ? causes(server, values, print)
        : list(server, filter, values, print);
    case 'show':
      return show(server, ids[0]!, print);
    case 'export':
      return exportAll(server, filter, values, print);
    default: {
      const { state: _state, ...group } = filter;
      const rest = action === 'redrive' ? { into: values.into } : { reason: values.reason };
      return change(server, `deadLetters:${action}`, ids.length > 0 ? { ids } : { filter: group }, rest, print);
    }
  }
}

async function causes(server: ServerClient, { json }: Values, print: Print): Promise<number> {
  interface Cause {
    readonly pipelineId: string;
    readonly node: string;
    readonly listenerId: string;
    readonly code: string;
    readonly count: number;
    readonly lastAt: number;
  }
  const answer = await server.call<{ causes: Cause[]; lost: { limit: number; age: number }; away: string[] }>('deadLetters:causes', {});
  if (json) print(JSON.stringify(answer));
  else {
    for (const { count, code, pipelineId, node, listenerId, lastAt } of answer.causes)
      print(`${String(count).padStart(8)}  ${code}  ${pipelineId === '' ? listenerId : `${pipelineId} ${node}`}  last ${time(lastAt)}`);
    if (answer.causes.length === 0) print('No open dead letters.');
    if (answer.lost.limit + answer.lost.age > 0) print(`Deleted: ${answer.lost.limit} by size, ${answer.lost.age} by age.`);
  }
  return tellAway(answer.away, print);
}

async function list(server: ServerClient, filter: Filter, { limit, json }: Values, print: Print): Promise<number> {
  let left = Number(limit ?? 100);
  let cursor: string | null = null;
  const away = new Set<string>();
  do {
    const page: { letters: Letter[]; next: string | null; away: string[] } = await server.call('deadLetters:list', {
      ...filter,
      limit: Math.min(left, 200),
      ...(cursor === null ? {} : { cursor }),
    });
    for (const letter of page.letters) {
      const { id, at, code, pipelineId, node, preview } = letter;
      print(json ? JSON.stringify(letter) : `${id}  ${time(at)}  ${code}  ${pipelineId} ${node}  ${oneLine(preview)}`);
    }
    for (const name of page.away) away.add(name);
    left -= page.letters.length;
    cursor = page.next;
  } while (cursor !== null && left > 0);
  return tellAway([...away], print);
}

async function show(server: ServerClient, id: string, print: Print): Promise<number> {
  const letter = await server.call<
    Letter & Readonly<Record<string, unknown>> & { fields: { name: string; type: string; value: string }[] }
  >('deadLetters:find', { id });
  const { fields, json, preview: _preview, message, expected: _expected, status, offset: _offset, code, ...facts } = letter;
  const { title, text } = reasonText(code, 'en', rejectionFields(letter));
  print(`${code}: ${title}. ${text}`);
  for (const [name, value] of Object.entries({ ...facts, at: time(letter.at), message, status }))
    if (value !== null && value !== '') print(`${name}: ${String(value)}`);
  for (const { name, type, value } of fields) print(`  ${name} (${type}): ${value}`);
  if (typeof json === 'string') print(json);
  return 0;
}

async function change(server: ServerClient, operation: string, letters: object, rest: object, print: Print): Promise<number> {
  const refused = new Map<string, number>();
  const away = new Set<string>();
  let done = 0;
  let cursor: string | null = null;
  do {
    const report: Changed = await server.call(operation, { letters: { ...letters, ...(cursor === null ? {} : { cursor }) }, ...rest });
    done += report.done;
    for (const { code, count } of report.refused) refused.set(code, (refused.get(code) ?? 0) + count);
    for (const name of report.away) away.add(name);
    cursor = report.next;
  } while (cursor !== null);
  print(`${operation === 'deadLetters:redrive' ? 'Re-driven' : 'Discarded'}: ${done}.`);
  for (const [code, count] of refused) print(`Left as they are: ${count}. ${reasonText(code, 'en').title}.`);
  return Math.max(refused.size > 0 ? 1 : 0, tellAway([...away], print));
}

async function exportAll(server: ServerClient, filter: Filter, { format, output }: Values, print: Print): Promise<number> {
  let file: FileHandle | undefined;
  try {
    file = output === undefined ? undefined : await open(output, 'wx');
  } catch (error) {
    print(`${output} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
    return 2;
  }
  const away = new Set<string>();
  let count = 0;
  let cursor: string | null = null;
  try {
    do {
      const page: { text: string; count: number; next: string | null; away: string[] } = await server.call('deadLetters:export', {
        ...filter,
        format,
        ...(cursor === null ? {} : { cursor }),
      });
      if (file) await file.write(page.text);
      else if (page.text !== '') print(page.text.trimEnd());
      count += page.count;
      for (const name of page.away) away.add(name);
      cursor = page.next;
    } while (cursor !== null);
  } finally {
    await file?.close();
  }
  if (output !== undefined) print(`${count} dead letters in ${output}.`);
  return tellAway([...away], print);
}

function tellAway(names: readonly string[], print: Print): number {
  if (names.length > 0) print(`Did not answer: ${names.join(', ')}. Dead letters on these workers are missing here.`);
  return names.length > 0 ? 1 : 0;
}

const time = (ms: number): string => new Date(ms).toISOString();
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100);
