import type { TraceQuestion } from '@acequia/contract/fleet';
import { createKeyPair, sealText } from '@acequia/contract/fleet-crypto';
import type { TraceCase, TraceResult } from '@acequia/engine';
import { expect, test } from 'vitest';
import { answerTrace, type TraceServices } from './answer-trace.ts';

const result: TraceResult = { traces: [], nodes: {}, faults: [], cut: false };
const sealing = createKeyPair('x25519');
const listener = { id: 'LI_1', tenantId: 't1', name: 'l', component: 'tcp', version: '1.0.0', config: {}, revision: 1, labels: [] };
const question = (part: Partial<Extract<TraceQuestion, { do: 'trace' }>> = {}): Extract<TraceQuestion, { do: 'trace' }> => ({
  do: 'trace',
  pipelineId: 'PL_1',
  document: { format: 1, nodes: [], links: [] },
  listener,
  source: { kind: 'retained', count: 5, beforeMs: 9 },
  upTo: null,
  frozenMs: null,
  secrets: null,
  ...part,
});

/** A worker with one listener, of tenant t1. */
function services(): TraceServices & { readonly ran: TraceCase[]; readonly read: unknown[] } {
  const ran: TraceCase[] = [];
  const read: unknown[] = [];
  return {
    ran,
    read,
    engine: {
      newest: (tenantId, listenerId, beforeMs) => {
        if (tenantId !== 't1' || listenerId !== 'LI_1') return undefined;
        read.push([listenerId, beforeMs]);
        return { blocks: { older: () => Promise.resolve([]) } as never, revisions: new Map() };
      },
    },
    rooms: {
      run: (trace) => {
        ran.push(trace);
        return Promise.resolve(result);
      },
    },
    sealing,
    worker: 'WK_1',
    cluster: () => 'edge',
    lent: { lend: () => Promise.resolve(() => undefined) },
  };
}

test('events of a listener of another tenant are not read, whichever tenant the question names', async () => {
  const own = services();
  expect(await answerTrace(own, 't2', question())).toEqual({ did: 'absent' });
  expect(await answerTrace(own, 't2', question({ listener: { ...listener, tenantId: 't2' } }))).toEqual({ did: 'absent' });
  expect(await answerTrace(own, 't1', question({ listener: null }))).toEqual({ did: 'absent' });
  expect([own.ran, own.read]).toEqual([[], []]);
});

test('retained events are those of the listener before the time; secrets are only those of the question', async () => {
  const own = services();
  const secrets = sealText(JSON.stringify({ SE_1: 'open' }), sealing.publicKey);
  expect(await answerTrace(own, 't1', question({ secrets }))).toEqual({ did: 'trace', result });
  expect(own.read).toEqual([['LI_1', 9]]);
  expect(own.ran[0]).toMatchObject({ secrets: { SE_1: 'open' }, facts: { tenantId: 't1', worker: 'WK_1', cluster: 'edge' } });
});

test('too many at once are told so', async () => {
  const busy = { ...services(), rooms: { run: () => undefined } };
  expect(await answerTrace(busy, 't1', question())).toEqual({ did: 'busy' });
});
