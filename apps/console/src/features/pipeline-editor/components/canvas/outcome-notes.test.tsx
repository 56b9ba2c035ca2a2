import { action } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import type { LiveNode } from '../../model/live-store.ts';
import { ServicesContext, type EditorServices } from '../editor-context.ts';
import { OutcomeNotes } from './outcome-notes.tsx';

beforeEach(() => startI18n('en'));
afterEach(cleanup);

const rate = (events: number) => ({ events, bytes: 0 });

/** What the card of a step says while these events end and leave there, per second. */
function notesOf(component: string, counts: Partial<LiveNode>): string | null {
  const live = { filtered: 0, dropped: 0, rejected: 0, reasons: {}, ports: {}, ...counts } as LiveNode;
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ServicesContext value={{ pipelineId: 'PL_1' } as EditorServices}>
          <OutcomeNotes node={action('a', { component })} live={live} />
        </ServicesContext>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return container.textContent;
}

it('the card of a filter says once how many events it keeps and filters; other steps only what they filter', () => {
  const counts = { ports: { default: rate(25) }, filtered: 75 };
  expect(notesOf('filter', counts)).toBe('Keeps 25 EPS, filters 75 EPS (75%)');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  expect(notesOf('filter', {})).toBe('Keeps 0 EPS, filters 0 EPS');
  cleanup();
  expect(notesOf('sampling', counts)).toBe('75 EPS filtered here');
});
