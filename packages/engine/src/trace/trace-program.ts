import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { assert, systemClock } from '@acequia/base';
import { createKernels, createSlotTable } from '@acequia/batch';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import { endsWithParent } from '../apart/ends-with-parent.ts';
import { TakenTables } from '../apart/handed-tables.ts';
import { NodeSlot } from '../apart/node-slot.ts';
import type { Components } from '../options.ts';
import { endsBefore, frameIn, originOf, type EventInput } from './find-event.ts';
import { faulty, openTrace, type OpenTrace, type TraceOptions } from './run-trace.ts';
import { searchBlocks } from './search-blocks.ts';
import type { Sourced, SourcedEvent } from './sourced-event.ts';
import type { FromTrace, RetainedInput, ToTrace, TraceCase, TracedLookup } from './trace-protocol.ts';
import type { TraceResult } from './trace.ts';

/** A process that may be ended at any time: runs documents over events, one question after the other, and keeps nothing of them. */
endsWithParent();

const { components } = (await import(process.argv[2]!)) as { readonly components: Components };
const kernels = createKernels('script');
const slot = new NodeSlot(1);
const taken = new TakenTables();
const post = (message: FromTrace): void => void process.send!(message);

async function ask<T extends ToTrace['type']>(question: FromTrace, type: T): Promise<Extract<ToTrace, { type: T }>> {
  const answered = once(process, 'message') as Promise<[ToTrace]>;
  post(question);
  const [answer] = await answered;
  assert(answer.type === type, 'an answer out of turn');
  return answer as Extract<ToTrace, { type: T }>;
}

async function answer(question: TraceCase): Promise<TraceResult> {
  const tables = new Map<string, SharedArrayBuffer | undefined>();
  const trace = await open(question, tables);
  if (!trace.ok) return faulty(trace.error);
  const { input } = question;
  if (input.kind === 'event') return oneEvent(trace.value, input);
  if (input.kind === 'search') {
    const { events, searched } = await searchBlocks({ trace: trace.value, input, clock: systemClock, older });
    return { ...trace.value.run({ events, faults: [], cut: false }), searched };
  }
  return trace.value.run(input.kind === 'retained' ? await retained(trace.value, input) : trace.value.events(input));
}

const older = async () => (await ask({ type: 'older' }, 'blocks')).blocks;

/** Tables that a step asks for come from the other side; it is compiled again once they are here. */
async function open(question: TraceCase, tables: Map<string, SharedArrayBuffer | undefined>): Promise<ReturnType<typeof openTrace>> {
  const wanted: TracedLookup[] = [];
  const { listener, upTo, frozenMs, document, revisions, facts, secrets } = question;
  const options: TraceOptions = {
    document,
    components,
    slots: createSlotTable(),
    clock: systemClock,
    random: { bytes: (count) => randomBytes(count) },
    kernels,
    revisions,
    facts,
    ...(listener ? { listener } : {}),
    ...(upTo === undefined ? {} : { upTo }),
    ...(frozenMs === undefined ? {} : { frozenMs }),
    enters: (node) => (slot.node = node),
    secret: (reference) => {
      if (!Object.hasOwn(secrets, reference)) throw new Misconfigured('SECRET_UNAVAILABLE', { message: reference });
      return secrets[reference]!;
    },
    lookup: (id, version) => {
      const key = `${id} ${version ?? ''}`;
      const table = tables.get(key);
      if (!tables.has(key)) wanted.push({ id, version });
      if (!table) throw new Misconfigured('LOOKUP_UNAVAILABLE', { message: id });
      return { block: () => table };
    },
  };
  const trace = openTrace(options);
  if (trace.ok || wanted.length === 0) return trace;
  const given = await ask({ type: 'lookups', names: wanted }, 'lookups');
  for (const { id, version, file } of given.tables) tables.set(`${id} ${version ?? ''}`, file === undefined ? undefined : taken.take(file));
  return open(question, tables);
}

/** From the newest block backwards, until there are enough. */
async function retained(trace: OpenTrace, { count, beforeMs, sinceMs = -Infinity }: RetainedInput): Promise<Sourced> {
  let events: SourcedEvent[] = [];
  for (let more = true; more && events.length < count;) {
    const blocks = await older();
    more = blocks.length > 0;
    for (const block of blocks.toReversed()) {
      if (events.length >= count || !more) continue;
      const newest = trace.newest(block, count - events.length, beforeMs ?? Infinity);
      const fresh = newest.filter(({ receivedMs }) => receivedMs >= sinceMs);
      more = fresh.length === newest.length;
      events = [...fresh, ...events];
    }
  }
  return { events: events.map((event, index) => ({ ...event, event: index })), faults: [], cut: false };
}

/** One event out of the block it was born in; the journal may not hold it any more. */
async function oneEvent(trace: OpenTrace, { id, receivedMs }: EventInput): Promise<TraceResult> {
  for (;;) {
    const blocks = await older();
    for (const block of blocks) {
      const frame = frameIn(block, id);
      const event = frame === undefined ? undefined : trace.find(block, id);
      if (event) return { ...trace.run({ events: [event], faults: [], cut: false }), origin: originOf(block, frame!) };
    }
    if (blocks.length === 0 || endsBefore(blocks[0]!, receivedMs)) return faulty({ code: 'EVENT_GONE' });
  }
}

process.on('message', (message: ToTrace) => {
  if (message.type !== 'case') return;
  slot.node = '';
  answer(message.case).then(
    (result) => post({ type: 'done', result }),
    (error: unknown) => post({ type: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
post({ type: 'ready' });
