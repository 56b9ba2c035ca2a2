import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { reasonText } from '@acequia/component-sdk/text';
import { TooltipProvider } from '@acequia/ui';
import type { Listener, ObjectStatusView } from '@acequia/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { switchLanguage } from '#i18n/i18n.ts';
import { fakeListener, fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { ListenerProblem } from './listener-problem.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));

const reason = { code: 'FILE_DENIED', fields: { message: '/var/log/secure' } };

function show(listenerState: Listener['state'], state: ObjectStatusView['state'], why: Listener['reason']): void {
  const listener = fakeListener('LI_1', 'Files', { state: listenerState, status: { ...fakeStatus(state), reason: why } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ThingState of={listener} />
        <StateReason status={listener.status} />
        <ListenerProblem listener={listener} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  switchLanguage('en');
});

describe('a listener that runs and cannot do all of it', () => {
  test.each([
    ['en', 'Degraded'],
    ['es', 'Degradado'],
  ] as const)('silent-trouble: the state, the row and the drawer warn (%s)', async (language, word) => {
    const sentence = reasonText(reason.code, language, reason.fields).title;
    switchLanguage(language);
    show('created', 'degraded', reason);
    await vi.waitFor(() => expect(document.body.textContent.split(sentence)).toHaveLength(3));
    const text = document.body.textContent;
    expect(text).toContain(word);
    expect(text).toContain('/var/log/secure');
    expect(screen.getAllByRole('status')[0]!.textContent).toContain(sentence);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: /try again|reintentar/i })).toBeNull();
  });

  test('false-alarm: one in order, and one that was stopped, say nothing', () => {
    show('created', 'running', null);
    expect(document.body.textContent).toBe('Running');
    cleanup();
    show('stopped', 'stopped', reason);
    expect(document.body.textContent).toBe('Stopped');
  });

  test('an-error-taken-for-a-warning: it does not run, and can be tried again', () => {
    show('error', 'action-required', reason);
    expect(screen.getByRole('alert').textContent).toContain(reasonText(reason.code, 'en', reason.fields).title);
    expect(screen.getByRole('button', { name: 'Retry now' })).toBeDefined();
  });
});
