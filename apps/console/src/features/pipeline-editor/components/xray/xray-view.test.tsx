import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OperationOutput, SearchedLookup } from '@acequia/contract';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ViewContext } from '../editor-context.ts';
import { XrayView } from './xray-view.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <a href="#lookup">{children}</a> }));
const server = fakeServer({});

const event = (json: string) => ({ json, types: {} });
const xrayWith = (lookups: SearchedLookup[]): OperationOutput<'pipelines:xray'> => ({
  document: documentOf([label('in'), action('look', { component: 'lookup' }), datasink('out')], ['in>look', 'look>out']) as never,
  result: {
    traces: [
      {
        event: 0,
        steps: [
          { node: 'in', input: event('{"k":"a"}'), outcomes: [{ kind: 'left', port: 'default', event: event('{"k":"a"}') }], tookUs: 1 },
          { node: 'look', input: event('{"k":"a"}'), outcomes: [{ kind: 'left', port: 'default', event: event('{"k":"a"}') }], tookUs: 4 },
          { node: 'out', input: event('{"k":"a"}'), outcomes: [{ kind: 'arrived', event: event('{"k":"a"}') }], tookUs: 1 },
        ],
      },
    ],
    nodes: {},
    faults: [],
    cut: false,
    origin: { block: 1, frame: 2, receivedMs: 3, transport: 'tcp', bytes: 4, attributes: {} },
    lookups,
  },
});

const searched = { node: 'look', lookupId: 'LU_1', name: 'Owners', version: 3, activatedAt: 1_795_000_000_000, replaced: false };

/** The draft is another one than the version that the event went through. */
const view = createViewer()(documentOf([label('other')]), catalogue, 'en', (id) => id);

async function open(lookup: SearchedLookup) {
  server.answer({ 'pipelines:xray': xrayWith([lookup]) });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ViewContext value={view}>
          <XrayView pipelineId="PL_1" version="1.0.0" eventId="LI_1.1.2" receivedMs={3} />
        </ViewContext>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  const steps = await screen.findAllByRole('listitem');
  return steps.map((step) => within(step).queryByText(/^version/)?.parentElement?.textContent);
}

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('says at the step that searched which version of the lookup was active at the time of the event, and since when', async () => {
  const [, look, out] = await open(searched);
  expect(look).toMatch(/Owners\s*version 3\s*active since .*2026/);
  expect(out).toBeUndefined();
});

it('does not show another version as the one of that time', async () => {
  expect((await open({ ...searched, replaced: true }))[1]).toContain('replaces the version of that time');
});

it('does not invent a time where none is known', async () => {
  expect((await open({ ...searched, activatedAt: null }))[1]).toContain('unknown');
});

it('calls each step what its card calls it: a data sink by its name, a label with its listener', async () => {
  await open(searched);
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names.slice(1)).toEqual(['All events · edge', 'lookup', 'Archive']);
});
