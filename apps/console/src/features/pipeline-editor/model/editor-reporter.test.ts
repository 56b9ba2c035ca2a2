import { beforeEach, expect, test } from 'vitest';
import { createEditorReporter, type EditorCall, type EditorReporter } from './editor-reporter.ts';

let now = 0;
let timers: { readonly at: number; readonly run: () => void }[] = [];
let sent: { readonly call: EditorCall; readonly last: boolean; readonly at: number; settle(failure?: Error): void }[] = [];
let reporter: EditorReporter;

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Time passes, and the server answers each report unless it is held back. */
async function pass(ms: number, held = false): Promise<void> {
  const end = now + ms;
  for (;;) {
    if (!held) sent.forEach(({ settle }) => settle());
    await settled();
    const [next] = timers.toSorted((a, b) => a.at - b.at);
    if (!next || next.at > end) break;
    now = next.at;
    timers = timers.filter((each) => each !== next);
    next.run();
  }
  now = end;
}
const places = () =>
  sent.map(({ call }) => (call.place === null ? `left ${call.id}` : `${call.id} ${call.place.version} ${call.place.node}`));

beforeEach(() => {
  now = 0;
  timers = [];
  sent = [];
  reporter = createEditorReporter({
    window: 'w',
    send: (call, last) =>
      new Promise((resolve, reject) => {
        sent.push({ call, last, at: now, settle: (failure) => (failure ? reject(failure) : resolve(undefined)) });
      }),
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  });
});
const at = (node: string | null, version = 'Main', pipelineId = 'PL_1') => ({ pipelineId, version, node });

test('steps that are passed by are not reported, what rests is, and then every 10 s', async () => {
  for (const node of ['a', 'b', 'c']) {
    reporter.show(at(node));
    await pass(100);
  }
  await pass(25_000);
  expect(places()).toEqual(['PL_1 Main c', 'PL_1 Main c', 'PL_1 Main c']);
  expect(sent.map(({ call }) => call.sequence)).toEqual([1, 2, 3]);
  reporter.show(undefined);
  await pass(60_000);
  expect(places().slice(3)).toEqual(['left PL_1']);
});

test('another version of the same pipeline is a move, not leaving and coming back', async () => {
  reporter.show(at(null));
  await pass(1000);
  reporter.show(undefined);
  reporter.show(at(null, '1.0.0'));
  await pass(1000);
  expect(places()).toEqual(['PL_1 Main null', 'PL_1 1.0.0 null']);
});

test('while one report is under way the next waits, and only the newest place follows', async () => {
  reporter.show(at('a'));
  await pass(1000, true);
  reporter.show(at('b'));
  await pass(1000, true);
  reporter.show(at('c'));
  await pass(1000, true);
  expect(places()).toEqual(['PL_1 Main a']);
  await pass(1000);
  expect(places()).toEqual(['PL_1 Main a', 'PL_1 Main c']);
});

test('a report that fails is repeated with the next heartbeat', async () => {
  reporter.show(at('a'));
  await pass(400, true);
  sent[0]!.settle(new Error('NETWORK'));
  await pass(10_000);
  expect(places()).toEqual(['PL_1 Main a', 'PL_1 Main a']);
});

test('who has been out of view for two minutes has left, and is there again when they look', async () => {
  reporter.show(at('a'));
  await pass(1000);
  reporter.seen(false);
  await pass(119_000);
  expect(places()).not.toContain('left PL_1');
  await pass(60_000);
  expect(places().at(-1)).toBe('left PL_1');
  reporter.seen(true);
  await pass(0);
  expect(places().at(-1)).toBe('PL_1 Main a');
});

test('a page that goes says so at once, even while another report is under way, and says nothing afterwards', async () => {
  reporter.show(at('a'));
  await pass(1000, true);
  reporter.leave();
  expect(sent.map(({ call, last }) => [call.place, last])).toEqual([
    [{ version: 'Main', node: 'a' }, false],
    [null, true],
  ]);
  await pass(60_000);
  expect(sent).toHaveLength(2);
  reporter.seen(true);
  await pass(0);
  expect(places().at(-1)).toBe('PL_1 Main a');
});

test('nothing is said of an editor that was never reported', async () => {
  reporter.show(at('a'));
  reporter.show(undefined);
  reporter.leave();
  await pass(60_000);
  expect(sent).toEqual([]);
});
