import { expect, test } from 'vitest';
import type { StreamState } from './listen.ts';
import { joinStream, type Windows } from './shared-stream.ts';
import { fakeLocks, settle } from './testing/fake-locks.ts';

/** Locks and channels as the windows of one browser have them; messages arrive at once, to everybody but the sender. */
function fakeBrowser(): Windows {
  const ports: { readonly name: string; readonly port: ReturnType<Windows['channel']> }[] = [];
  return {
    locks: fakeLocks(),
    channel: (name) => {
      const port: ReturnType<Windows['channel']> = {
        onmessage: null,
        postMessage: (data) => {
          for (const other of ports) {
            if (other.name === name && other.port !== port)
              other.port.onmessage?.call(other.port as BroadcastChannel, { data } as MessageEvent);
          }
        },
        close: () => ports.splice(0, ports.length, ...ports.filter((entry) => entry.port !== port)),
      };
      ports.push({ name, port });
      return port;
    },
  };
}

/** A window that hears the stream `key`; `serve` sends on the connection it holds, if it holds one. */
function openWindow(browser: Windows, key = 'ana north') {
  const ended = new AbortController();
  const items: number[] = [];
  const states: StreamState['state'][] = [];
  let serve: ((item: number) => void) | undefined;
  const joined = joinStream<number>(
    browser,
    key,
    async (hear, signal) => {
      serve = hear.item;
      hear.state({ state: 'live', error: undefined });
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      serve = undefined;
    },
    { item: (item) => items.push(item), state: ({ state }) => states.push(state) },
    ended.signal,
  );
  return {
    items,
    states,
    connected: () => serve !== undefined,
    serve: (item: number) => serve?.(item),
    close: () => {
      ended.abort();
      return joined;
    },
  };
}

test('one connection for all windows, everybody hears each item once and in order', async () => {
  const browser = fakeBrowser();
  const windows = [openWindow(browser), openWindow(browser), openWindow(browser)];
  await settle();
  expect(windows.map((window) => window.connected())).toEqual([true, false, false]);
  for (const item of [1, 2, 3]) windows[0]!.serve(item);
  expect(windows.map(({ items }) => items)).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test('a window that comes later learns that the stream is live', async () => {
  const browser = fakeBrowser();
  openWindow(browser);
  await settle();
  const late = openWindow(browser);
  await settle();
  expect(late.states).toEqual(['live']);
});

test('the leader closes: the next takes over, and everybody hears that there was a gap', async () => {
  const browser = fakeBrowser();
  const [first, second, third] = [openWindow(browser), openWindow(browser), openWindow(browser)];
  await settle();
  await first.close();
  await settle();
  expect([second.connected(), third.connected()]).toEqual([true, false]);
  second.serve(7);
  expect(first.items).toEqual([]);
  expect([second.items, third.items]).toEqual([[7], [7]]);
  for (const { states } of [second, third]) expect(states.slice(-2)).toEqual(['connecting', 'live']);
});

test('a window that waits in vain can go without a trace', async () => {
  const browser = fakeBrowser();
  const [first, second, third] = [openWindow(browser), openWindow(browser), openWindow(browser)];
  await settle();
  await second.close();
  first.serve(1);
  await first.close();
  await settle();
  expect(second.items).toEqual([]);
  expect(third.connected()).toBe(true);
});

test('another user or tenant never hears it', async () => {
  const browser = fakeBrowser();
  const ours = openWindow(browser);
  const theirs = openWindow(browser, 'bruno south');
  await settle();
  ours.serve(1);
  expect(theirs.connected()).toBe(true);
  expect(theirs.items).toEqual([]);
});
