import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ObjectStatusView } from '@acequia/contract';
import { reasonText } from '@acequia/component-sdk/text';
import { objectStates } from '@acequia/domain';
import { TooltipProvider } from '@acequia/ui';
import { switchLanguage } from '#i18n/i18n.ts';
import { fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { StateChip } from './state-chip.tsx';
import { StateNote } from './state-note.tsx';
import { StateReason } from './state-reason.tsx';

const refused = { code: 'CONNECT_REFUSED', fields: {} };
const show = (some: Partial<ObjectStatusView>) => {
  const status = { ...fakeStatus(), ...some };
  const { container } = render(
    <TooltipProvider>
      <StateChip status={status} />
      <StateNote status={status} />
    </TooltipProvider>,
  );
  return container;
};
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

test('an-outage-that-looks-healthy: the chip says so, the note says why and what waits', () => {
  const text = show({ state: 'waiting', since: 1, reason: refused, waitingEvents: 1234, waitingBytes: 5_000_000, oldestAt: 1 }).textContent;
  expect(text).toContain('Waiting');
  expect(text).toContain(reasonText(refused.code, 'en', {}).title);
  expect(text).toContain('1,234');
  expect(text).toContain('MB');
  expect(screen.getAllByRole('status')[0]!.textContent).toContain('1,234');
});

test('the note begins with what happened, not with the state that the chip above names', () => {
  show({ state: 'waiting', reason: refused });
  expect(screen.getByRole('heading').textContent).toBe(reasonText(refused.code, 'en', {}).title);
  cleanup();
  show({ state: 'offline', reason: null });
  expect(screen.getByRole('heading').textContent).toBe('Worker offline');
});

test('a pipeline that works in part says what waits at its data sinks', () => {
  expect(show({ state: 'degraded', reason: refused, waitingEvents: 310, waitingBytes: 9000 }).textContent).toContain('310');
  cleanup();
  expect(show({ state: 'degraded', reason: refused }).textContent).not.toContain('Nothing is lost');
});

test('a wait for the next try is counted down, and one that is over is any moment', () => {
  expect(show({ state: 'waiting', reason: refused, nextTryAt: Date.now() + 24_400 }).textContent).toMatch(/Next try in 2[34] s/);
  switchLanguage('es');
  expect(show({ state: 'waiting', reason: refused, nextTryAt: 1 }).textContent).toContain('El próximo intento es inminente');
});

test('a person who must act hears of it at once, in their language', () => {
  switchLanguage('es');
  const text = show({ state: 'action-required', reason: refused }).textContent;
  expect(screen.getByRole('alert').textContent).toContain(reasonText(refused.code, 'es', {}).title);
  expect(text).toContain('Requiere intervención');
});

test('after recovery the last error is on the chip, and nothing alarms', async () => {
  const container = show({ state: 'running', since: 1, lastError: refused, lastErrorAt: 1 });
  expect(container.textContent).toBe('Running');
  const error = reasonText(refused.code, 'en', {}).title;
  await vi.waitFor(() => expect(container.querySelector('[title]')?.getAttribute('title')).toContain(error));
});

const showRow = (some: Partial<ObjectStatusView>) =>
  render(<StateReason status={{ ...fakeStatus(), ...some }}>all is well</StateReason>).container;

test('green-beside-a-refusal: a row says in words what happened, and on hover what to do, in the language of the page', async () => {
  switchLanguage('es');
  const container = showRow({ state: 'degraded', reason: { code: 'HTTP_401', fields: {} } });
  const words = reasonText('HTTP_401', 'es', {});
  await vi.waitFor(() => expect(container.textContent).toBe(words.title));
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe(`${words.title}. ${words.text}`);
});

test('a row of a worker that went silent says so, not what it said last', () => {
  expect(showRow({ state: 'offline' }).textContent).toContain('No worker of its cluster is online.');
});

test('a row in order, and one that was stopped after an error, keep their place for numbers', () => {
  expect(showRow({ state: 'running', lastError: refused, lastErrorAt: 1 }).textContent).toBe('all is well');
  cleanup();
  expect(showRow({ state: 'stopped', reason: refused }).textContent).toBe('all is well');
});

test('each state has a word of its own', () => {
  const words = objectStates.map((state) => {
    const word = show({ state }).querySelector('.ui-status')?.textContent;
    cleanup();
    return word;
  });
  expect(new Set(words).size).toBe(objectStates.length);
});
