import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { reasonText } from '@acequia/component-sdk/text';
import { TooltipProvider } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { switchLanguage } from '#i18n/i18n.ts';
import { ListenerProblem } from './listener-problem.tsx';
import { ListenerReason } from './listener-reason.tsx';
import { ListenerStatus } from './listener-status.tsx';

vi.mock('#blocks/workers/worker-away.tsx', () => ({ useAttendance: () => 'here', WorkerAway: () => null }));
vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));

const reason = { code: 'FILE_DENIED', fields: { message: '/var/log/secure' } };

function show(state: Listener['state'], why: Listener['reason']) {
  const listener = { id: 'LI_1', clusterId: 'CL_1', state, reason: why } as Listener;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ListenerStatus listener={listener} />
        <ListenerReason listener={listener} />
        <ListenerProblem listener={listener} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return document.body.textContent;
}

afterEach(() => {
  cleanup();
  switchLanguage('en');
});

describe('a listener that runs and cannot do all of it', () => {
  test.each([
    ['en', 'Running, needs attention'],
    ['es', 'En marcha, requiere atención'],
  ] as const)('silent-trouble: the state, the row and the drawer warn (%s)', (language, word) => {
    const sentence = reasonText(reason.code, language, reason.fields).title;
    switchLanguage(language);
    const text = show('created', reason);
    expect(text).toContain(word);
    expect(text!.split(sentence)).toHaveLength(3);
    expect(text).toContain('/var/log/secure');
    expect(screen.getAllByRole('status')[0]!.textContent).toContain(sentence);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: /try again|reintentar/i })).toBeNull();
  });

  test('false-alarm: one in order, and one that was stopped, say nothing', () => {
    expect(show('created', null)).toBe('Running');
    cleanup();
    expect(show('stopped', reason)).toBe('Stopped');
  });

  test('an-error-taken-for-a-warning: it does not run, and can be tried again', () => {
    show('error', reason);
    expect(screen.getByRole('alert').textContent).toContain(reasonText(reason.code, 'en', reason.fields).title);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });
});
