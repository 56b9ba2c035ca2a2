import { parseArgs } from 'node:util';
import { reasonText } from '@acequia/component-sdk/text';
import { serverSettings, type ServerClient } from '../server/server-client.ts';
import { withServer } from '../server/with-server.ts';

const usage = [
  'Usage: acequia replay <action>',
  '  Runs received events through a version again, on a running server.',
  '  start --listener <id> --pipeline <id> --version <number> --from <time> [options]',
  '                            run what the listener received through that version again, and deliver it',
  '    --to <time>             end of the time range (default: now)',
  '    --keys same|new         keep the keys by which a destination recognizes events, or give new ones',
  '    --decode current|received',
  '                            decode with the settings of the listener now, or with those of that time',
  '    --rate <number>         events per second at most',
  '    --dry-run               only show how many events it would be',
  '    --wait                  wait until the replay has ended',
  '  list [--json]             list replays, the newest first',
  '  stop <id>                 stop a replay; what it delivered stays delivered',
  'Times are in ISO 8601, such as 2026-11-21T10:00:00Z.',
  'Environment variables:',
  ...serverSettings,
];

const options = {
  listener: { type: 'string' },
  pipeline: { type: 'string' },
  version: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  keys: { type: 'string' },
  decode: { type: 'string' },
  rate: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  wait: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

type Print = (line: string) => void;
type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

interface Replay {
  readonly id: string;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly from: number;
  readonly to: number;
  readonly listener: { readonly name: string };
  readonly pipeline: { readonly name: string; readonly version: string };
  readonly reason: { readonly code: string; readonly fields: Readonly<Record<string, string | number>> } | null;
  readonly progress: Readonly<Record<'blocks' | 'blocksDone' | 'entered' | 'delivered' | 'rejected' | 'dropped' | 'missedBlocks', number>>;
}

interface Request {
  readonly listenerId: string;
  readonly pipelineId: string;
  readonly version: string;
  readonly from: number;
  readonly to: number;
}

/** How often a replay that is waited for is looked at. */
const lookEveryMs = 1000;

/** `acequia replay`: through a running server. Exit code 1 when a replay that was waited for did not end well, 2 when it could not be done. */
export async function replayCommand(
  args: readonly string[],
  print: Print,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const parsed = parse(args);
  const [action = '', id] = parsed?.positionals ?? [];
  const request = parsed && action === 'start' ? requestOf(parsed.values) : undefined;
  const whole = action === 'list' || (action === 'stop' && id !== undefined) || request !== undefined;
  if (!parsed || !whole) {
    print(usage.join('\n'));
    return 2;
  }
  return withServer(env, print, async (server) => {
    if (request) return start(server, request, parsed.values, print);
    if (action === 'list') return list(server, parsed.values.json, print);
    print(describe(await server.call<Replay>('replays:stop', { id })));
    return 0;
  });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

/** Undefined when something is missing or a time cannot be read. */
function requestOf({ listener, pipeline, version, from, to }: Values): Request | undefined {
  const [fromMs, toMs] = [Date.parse(from ?? ''), to === undefined ? Date.now() : Date.parse(to)];
  if (!listener || !pipeline || !version || Number.isNaN(fromMs) || Number.isNaN(toMs)) return undefined;
  return { listenerId: listener, pipelineId: pipeline, version, from: fromMs, to: toMs };
}

async function start(server: ServerClient, request: Request, values: Values, print: Print): Promise<number> {
  const { listenerId, from, to } = request;
  if (values['dry-run']) {
    const estimate = await server.call<{ records: number; bytes: number; keptFrom: number | null }>('replays:estimate', {
      listenerId,
      from,
      to,
    });
    print(`About ${estimate.records} records, ${estimate.bytes} bytes.`);
    if (estimate.keptFrom !== null) print(`What was received before ${time(estimate.keptFrom)} is no longer kept.`);
    return 0;
  }
  let replay = await server.call<Replay>('replays:start', {
    ...request,
    ...(values.keys === undefined ? {} : { keys: values.keys }),
    ...(values.decode === undefined ? {} : { decode: values.decode }),
    ...(values.rate === undefined ? {} : { eventsPerSecond: Number(values.rate) }),
  });
  print(describe(replay));
  if (!values.wait) return 0;
  while (replay.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    replay = await server.call<Replay>('replays:find', { id: replay.id });
  }
  print(describe(replay));
  return replay.state === 'done' ? 0 : 1;
}

async function list(server: ServerClient, json: boolean, print: Print): Promise<number> {
  const replays = await server.call<Replay[]>('replays:list', {});
  for (const replay of replays) print(json ? JSON.stringify(replay) : describe(replay));
  if (replays.length === 0 && !json) print('No replays.');
  return 0;
}

function describe({ id, state, listener, pipeline, from, to, progress, reason }: Replay): string {
  const { blocks, blocksDone, entered, delivered, rejected, dropped, missedBlocks } = progress;
  const percent = blocks === 0 ? '' : ` ${Math.floor((100 * blocksDone) / blocks)}%`;
  const outcome = [`${entered} replayed`, `${delivered} delivered`];
  if (rejected > 0) outcome.push(`${rejected} rejected`);
  if (dropped > 0) outcome.push(`${dropped} dropped`);
  if (missedBlocks > 0) outcome.push(`blocks missing: ${missedBlocks}`);
  return `${id}  ${state}${percent}  ${listener.name} → ${pipeline.name} ${pipeline.version}  ${time(from)} to ${time(to)}  ${outcome.join(', ')}${reason ? `  ${reasonText(reason.code, 'en', reason.fields).title} (${reason.code})` : ''}`;
}

const time = (ms: number): string => new Date(ms).toISOString();
