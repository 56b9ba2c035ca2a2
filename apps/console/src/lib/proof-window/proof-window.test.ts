import { afterEach, expect, it, vi } from 'vitest';
import { openProofWindow, tellProof } from './proof-window.ts';

afterEach(() => vi.restoreAllMocks());
const small = () => {
  const replace = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, close: vi.fn() } as unknown as Window);
  return replace;
};
const idOf = (target: string) => new URL(target, 'http://localhost').searchParams.get('window')!;

it('hears what became of its own window, once, and of no other', async () => {
  small();
  const heard: string[] = [];
  const done = Promise.withResolvers<void>();
  const first = openProofWindow((outcome) => {
    heard.push(outcome);
    done.resolve();
  })!;
  tellProof('another', 'done');
  tellProof(idOf(first.target), 'WEB-11011');
  tellProof(idOf(first.target), 'done');
  await done.promise;
  expect(heard).toEqual(['WEB-11011']);
});

it('goes where it is told in the small window, never in the page', () => {
  const replace = small();
  const before = window.location.href;
  const proof = openProofWindow(() => undefined)!;
  proof.go('/sso/vega?again=1');
  proof.forget();
  expect([replace.mock.lastCall, window.location.href]).toEqual([['/sso/vega?again=1'], before]);
});

it('a browser that opens no window is told apart', () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  expect(openProofWindow(() => undefined)).toBeUndefined();
});
