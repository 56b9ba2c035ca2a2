import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { useKeepAlive } from './use-keep-alive.ts';

const server = fakeServer({ 'auth:keepAlive': {}, 'auth:touch': { expiresAt: 1 } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const touches = async () => {
  await server.settled();
  return server.inputs('auth:touch').length;
};
const sign = (type: string) => window.dispatchEvent(new Event(type));

/** The hook in a page whose opening was reported. */
async function open() {
  const hook = renderHook(useKeepAlive);
  await server.settled();
  server.forget();
  return hook;
}

describe('signs of life', () => {
  it('the keep-alive goes out every 30 s and reports no activity', async () => {
    await open();
    vi.advanceTimersByTime(120_000);
    await server.settled();
    expect(server.calls.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => 'auth:keepAlive'));
  });

  it('a page that is opened counts, and so does the first click in it, a second later', async () => {
    renderHook(useKeepAlive);
    expect(await touches()).toBe(1);
    vi.advanceTimersByTime(2000);
    sign('click');
    vi.advanceTimersByTime(1000);
    expect(await touches()).toBe(2);
  });

  it.each(['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'click', 'scroll'])(
    '%s counts, a second later',
    async (type) => {
      await open();
      vi.advanceTimersByTime(60_000);
      sign(type);
      vi.advanceTimersByTime(999);
      expect(await touches()).toBe(0);
      vi.advanceTimersByTime(1);
      expect(await touches()).toBe(1);
    },
  );

  it('a hundred signs in a second are one', async () => {
    await open();
    vi.advanceTimersByTime(60_000);
    for (let n = 0; n < 100; n += 1) {
      sign('mousemove');
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(20_000);
    expect(await touches()).toBe(1);
  });

  it('the last sign is reported too, so nobody who works is logged out', async () => {
    await open();
    vi.advanceTimersByTime(60_000);
    sign('keydown');
    vi.advanceTimersByTime(5000);
    sign('keydown');
    vi.advanceTimersByTime(25_999);
    expect(await touches()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await touches()).toBe(2);
    vi.advanceTimersByTime(300_000);
    expect(await touches()).toBe(2);
  });

  it('a page that is left reports nothing', async () => {
    const { unmount } = await open();
    sign('click');
    unmount();
    vi.advanceTimersByTime(120_000);
    await server.settled();
    expect(server.calls).toEqual([]);
  });
});
