import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OperationInput, TraceResult } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { offeredFields } from '#blocks/field-offers/offered-fields.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { useStepFields } from './use-step-fields.ts';

const server = fakeServer({ 'internalPipelines:delete': {} });
let tried: OperationInput<'internalPipelines:create'>[] = [];
let upTo: (string | undefined)[] = [];

const event = { json: '{"message":"cart","size":7}', types: { message: 'string', size: 'integer' } };
const arrived: TraceResult = {
  traces: [{ event: 0, steps: [{ node: 'in', input: event, outcomes: [{ kind: 'left', port: 'default', event }], tookUs: 1 }] }],
  nodes: {},
  faults: [],
  cut: false,
};

beforeEach(() => {
  tried = [];
  upTo = [];
  server.answer({
    'internalPipelines:create': (input: OperationInput<'internalPipelines:create'>) => {
      tried.push(input);
      return { id: `IP_${input.source.kind}`, endsAt: 1 };
    },
    'internalPipelines:getLogSamples': ({ id, node }: OperationInput<'internalPipelines:getLogSamples'>) => {
      upTo.push(node);
      return id === 'IP_sample' ? arrived : { ...arrived, traces: [] };
    },
    'internalPipelines:listSamples': [
      { id: 'PS_1', name: 'Mine', kind: 'events' as const, count: 1, masked: [], createdAt: 0, createdBy: 'ana' },
    ],
  });
});
afterEach(cleanup);

function Fields() {
  const fields = offeredFields(useStepFields('t')).filter(({ share }) => share !== undefined);
  return <output>{fields.map(({ name, share, example }) => `${name} ${share} ${example}`).join(', ')}</output>;
}

function open(document: PipelineDocument) {
  const store = createEditorStore(document, { readOnly: false });
  const view = createViewer()(document, catalogue, 'en', (id) => id);
  const refused = () => {
    throw new Error('the edit was refused');
  };
  const notices = { refused, labelLeftOut: refused, copied: refused, linksLost: refused };
  const actions = createEditorActions({ store, newId: countingIds(), notices, view: () => view });
  const unasked = () => undefined;
  const live = createLiveStore('PL_1');
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ServicesContext value={{ pipelineId: 'PL_1', readOnly: false, store, live, actions, openNote: unasked, findStep: unasked }}>
        <ViewContext value={view}>
          <Fields />
        </ViewContext>
      </ServicesContext>
    </QueryClientProvider>,
  );
}

it('runs saved samples through the steps before where no events are kept; the step itself may be empty', async () => {
  open(documentOf([label('in'), action('t', { component: 'split', config: { ports: 'bad' } }), datasink('d')], ['in>t', 't>d']));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('message 1 cart, size 1 7'));
  expect(tried.map(({ source }) => source)).toEqual([
    { kind: 'retained', count: 200 },
    { kind: 'sample', sampleId: 'PS_1' },
  ]);
  expect(tried[0]!.document!.nodes.map(({ id }) => id)).toEqual(['in']);
  expect(upTo).toEqual(['in', 'in']);
});

it('runs nothing while a step before refers to something deleted; what follows may', async () => {
  open(documentOf([label('in', { labelId: 'LB_9' }), action('t'), datasink('d')], ['in>t', 't>d']));
  await server.settled();
  expect(tried).toEqual([]);
  cleanup();
  open(documentOf([label('in'), action('t'), datasink('d', { datasinkId: 'DS_9' })], ['in>t', 't>d']));
  await waitFor(() => expect(tried).toHaveLength(2));
});
