import type { TraceResult } from '@acequia/contract';
import { fleetPaths, type TraceAnswer, type TraceQuestion } from '@acequia/contract/fleet';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import { templatesMax } from './marketplace.service.ts';
import { insertTemplate } from './marketplace.store.ts';

let server: TestApp;
let ana: Browser;
let vera: Browser;
let eva: Browser;
let worker: TestWorker;
let listenerId: string;
let datasinkId: string;
let count = 0;
let asked: TraceQuestion[];
let answer: (question: TraceQuestion) => TraceAnswer;
const words = () => ({ name: `thing ${(count += 1)}`, description: '', tags: ['network'] });

/** Everything arrives at `out` as it came. */
function echo(question: TraceQuestion): TraceAnswer {
  const source = question.do === 'trace' ? question.source : undefined;
  const texts = source?.kind === 'events' ? source.json : source?.kind === 'raw' ? source.frames : [];
  const step = (node: string, json: string) => ({ node, input: { json, types: { user: 'string' } }, outcomes: [], tookUs: 1 });
  const traces = texts.map((json, event) => ({ event, steps: [step('label', json), step('out', json)] }));
  const result: TraceResult = { traces, nodes: {}, faults: [], cut: false };
  return { did: 'trace', result };
}

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  vera = await server.user('viewer', ana.tenantId);
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  void serve();
  listenerId = (await ana.call('listeners:create', { ...words(), component: 'toy-gate', clusterId: testCluster, config: { port: 7410 } }))
    .id;
  datasinkId = (await ana.call('datasinks:create', { ...words(), component: 'toy-field', config: { address: 'x' } })).id;
});
beforeEach(() => {
  asked = [];
  answer = echo;
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

async function serve(): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const { requestId, question } = await worker.message('trace', (message) => !seen.has(message.requestId));
    seen.add(requestId);
    asked.push(question);
    const body = JSON.stringify({ requestId, answer: answer(question) });
    await worker.send(fleetPaths.traces, worker.signed('POST', fleetPaths.traces, body), body);
  }
}

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
const documentOf = (word = 'x'): PipelineDocument => ({
  format: 1,
  nodes: [
    { id: 'label', kind: 'label', ...place, listenerId, labelId: 'all' },
    { id: 'sieve', kind: 'action', ...place, component: 'toy-sieve', version: '1.0.0', config: { word } },
    { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
  ],
  links: [
    { id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'sieve' } },
    { id: 'b', from: { node: 'sieve', port: 'default' }, to: { node: 'out' } },
  ],
});
const pipeline = async (document = documentOf()) => (await ana.call('pipelines:create', { ...words(), document })).id;
const all = (browser: Browser, language: 'en' | 'es' = 'en') =>
  browser.call('marketplace:getAllTemplates', { tenantId: browser.tenantId, language });
const find = (browser: Browser, id: string) => browser.call('marketplace:getTemplateById', { id, tenantId: browser.tenantId });
const testOf = (texts: readonly string[]) => ({
  name: `t${(count += 1)}`,
  input: { events: [...texts] },
  expect: [{ at: 'dropped' as const, count: 0 }],
});

describe('templates', () => {
  test('that are shipped are there for everybody, in both languages, featured ones first', async () => {
    const [english, spanish] = [await all(vera), await all(vera, 'es')];
    expect(english.length).toBeGreaterThanOrEqual(12);
    const firstPlain = english.findIndex(({ featured }) => !featured);
    expect(english.slice(firstPlain).some(({ featured }) => featured)).toBe(false);
    expect(firstPlain).toBeGreaterThan(0);
    const names = (cards: typeof english) => Object.fromEntries(cards.map(({ id, name }) => [id, name]));
    expect(names(english)['mask-before-siem']).toBe('Masking before a SIEM');
    expect(names(spanish)['mask-before-siem']).toBe('Enmascarar antes del SIEM');
    for (const card of english) expect(card).toMatchObject({ own: false, author: { name: 'Acequia' } });
  });

  test('have documents that create a pipeline as they are, with ends left open and logs of both', async () => {
    for (const { id } of await all(ana)) {
      const template = await find(ana, id);
      expect(template.logs!.input.content).not.toBe('');
      expect(template.logs!.input.fields.length).toBeGreaterThan(0);
      expect(template.logs!.output.every(({ content, label }) => content !== '' && label !== '')).toBe(true);
      for (const other of template.related) expect((await all(ana)).map((card) => card.id)).toContain(other);
    }
    const { pipeline: document, pipelineMetadata } = await find(ana, 'firewall-reduction');
    const made = await ana.call('pipelines:create', { ...pipelineMetadata, document });
    expect(made).toMatchObject({ name: 'Firewall reduction', listenerIds: [], datasinkIds: [] });
  });

  test('do not tell a tenant that is not the own one', async () => {
    expect(await ana.refusal('marketplace:getAllTemplates', { tenantId: eva.tenantId })).toBe('ACQ-NOT-FOUND');
    expect(await ana.refusal('marketplace:getTemplateById', { id: 'firewall-reduction', tenantId: eva.tenantId })).toBe('WEB-00015');
    expect(await ana.refusal('marketplace:getTemplateById', { id: 'none', tenantId: ana.tenantId })).toBe('WEB-00015');
  });
});

describe('a template of an own pipeline', () => {
  test('names no listener, data sink or secret, records its events, and another tenant does not find it', async () => {
    const pipelineId = await pipeline();
    const saved = await ana.call('pipelineTests:save', { pipelineId, test: testOf(['{"user":"buyer-17"}']) });
    const made = await ana.call('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'test', id: saved.id } });
    expect(asked).toHaveLength(1);
    const template = await find(vera, made.id);
    expect(template).toMatchObject({
      own: true,
      featured: false,
      actionFrom: { name: 'toy-gate' },
      actionTo: { name: 'toy-field' },
      logs: {
        input: { content: '{"user":"buyer-17"}\n', fields: [{ name: 'user', type: 'string' }] },
        output: [{ content: '{"user":"buyer-17"}\n' }],
      },
    });
    expect(JSON.stringify(template)).not.toMatch(new RegExp(`${listenerId}|${datasinkId}`));
    expect((await all(vera)).map(({ id }) => id)).toContain(made.id);
    expect((await all(eva)).map(({ id }) => id)).not.toContain(made.id);
    expect(await eva.refusal('marketplace:getTemplateById', { id: made.id, tenantId: eva.tenantId })).toBe('WEB-00015');
    expect(await eva.refusal('marketplace:deleteTemplate', { id: made.id })).toBe('WEB-00015');
    expect(await eva.refusal('marketplace:createTemplate', { ...words(), pipelineId })).toBe('WEB-10008');
  });

  test('is shown without its events to a viewer who may not read event content, and a shipped one with all', async () => {
    const show = (enabled: boolean) =>
      ana.call('tenants:updateTenantSettings', { id: ana.tenantId, settings: [{ settingType: 'CONTENT', value: { enabled } }] });
    const readers = async (name: string) => {
      const { data } = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['content'] });
      return data.filter(({ event }) => event.name === name).map(({ user }) => user.email);
    };
    const pipelineId = await pipeline();
    const saved = await ana.call('pipelineTests:save', { pipelineId, test: testOf(['{"user":"buyer-18"}']) });
    const made = await ana.call('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'test', id: saved.id } });
    await show(false);
    expect(await find(vera, made.id)).toMatchObject({ own: true, preview: 'graph', logs: null });
    expect((await find(vera, 'firewall-reduction')).logs?.input.content).not.toBe('');
    expect(await readers(made.name)).toEqual([]);
    await show(true);
    expect((await find(vera, made.id)).logs?.input.content).toBe('{"user":"buyer-18"}\n');
    expect(await readers(made.name)).toEqual([(await vera.call('auth:session', {})).user.Email]);
    expect(await readers((await ana.call('pipelines:find', { id: pipelineId })).name)).toHaveLength(1);
  });

  test('records saved sample events, raw ones too, and can do without any', async () => {
    const pipelineId = await pipeline();
    const sample = await ana.call('internalPipelines:saveSample', { pipelineId, name: 's', kind: 'raw', texts: ['one', 'two'] });
    const made = await ana.call('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'sample', id: sample.id } });
    expect(made.logs!.input.content).toBe('one\ntwo\n');
    expect((await ana.call('marketplace:createTemplate', { ...words(), pipelineId })).logs).toBeNull();
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'sample', id: 'PS_none' } })).toBe(
      'ACQ-NOT-FOUND',
    );
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'test', id: 'PT_none' } })).toBe(
      'ACQ-NOT-FOUND',
    );
  });

  test('does not carry a credential out: not in a setting, a word, an event that goes in or one that arrives', async () => {
    const key = `AKIA${'IOSFODNN7EXAMPLE'}`;
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId: await pipeline(documentOf(key)) })).toBe(
      'ACQ-TEMPLATE-CREDENTIAL',
    );
    const pipelineId = await pipeline();
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId, description: `token ${key}` })).toBe(
      'ACQ-TEMPLATE-CREDENTIAL',
    );
    for (const text of ['{"password":"letmein-1"}', `{"note":"${key}"}`]) {
      const { id } = await ana.call('pipelineTests:save', { pipelineId, test: testOf([text]) });
      expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'test', id } })).toBe(
        'ACQ-TEMPLATE-CREDENTIAL',
      );
    }
    expect(asked).toEqual([]);
    answer = (question) => {
      const told = echo(question) as { readonly did: 'trace'; readonly result: TraceResult };
      const steps = [{ node: 'out', input: { json: `{"key":"${key}"}`, types: {} }, outcomes: [], tookUs: 1 }];
      return { ...told, result: { ...told.result, traces: [{ event: 0, steps }] } };
    };
    const { id } = await ana.call('pipelineTests:save', { pipelineId, test: testOf(['{"user":"a"}']) });
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'test', id } })).toBe(
      'ACQ-TEMPLATE-CREDENTIAL',
    );
  });

  test('does not come of a pipeline that leads nowhere, of events that cannot run, or twice under one name', async () => {
    const empty = (await ana.call('pipelines:create', words())).id;
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId: empty })).toBe('ACQ-TEMPLATE-SHAPE');
    const pipelineId = await pipeline();
    const { id } = await ana.call('pipelineTests:save', { pipelineId, test: testOf(['{"user":"a"}']) });
    answer = () => ({ did: 'trace', result: { traces: [], nodes: {}, faults: [{ code: 'CONFIG_INVALID' }], cut: false } });
    expect(await ana.refusal('marketplace:createTemplate', { ...words(), pipelineId, samples: { from: 'test', id } })).toBe(
      'ACQ-TEMPLATE-RUN',
    );
    const twice = { ...words(), pipelineId };
    await ana.call('marketplace:createTemplate', twice);
    expect(await ana.refusal('marketplace:createTemplate', twice)).toBe('WEB-12006');
  });

  test('goes with its tenant alone, and a viewer neither makes nor deletes one', async () => {
    const pipelineId = await pipeline();
    const made = await ana.call('marketplace:createTemplate', { ...words(), pipelineId });
    expect(await vera.refusal('marketplace:createTemplate', { ...words(), pipelineId })).toBe('WEB-00027');
    expect(await vera.refusal('marketplace:deleteTemplate', { id: made.id })).toBe('WEB-00027');
    expect(await ana.refusal('marketplace:deleteTemplate', { id: 'firewall-reduction' })).toBe('WEB-00015');
    await ana.call('marketplace:deleteTemplate', { id: made.id });
    expect(await ana.refusal('marketplace:getTemplateById', { id: made.id, tenantId: ana.tenantId })).toBe('WEB-00015');
  });

  test('is one of a bounded number', async () => {
    const noor = await server.user('owner');
    const row = (n: number) => ({
      tenantId: noor.tenantId,
      id: `TM_${n}`,
      name: `n${n}`,
      description: '',
      tags: [],
      document: documentOf(),
      listenerComponent: 'toy-gate',
      datasinkComponent: 'toy-field',
      logs: null,
      createdAt: 0,
      createdBy: crypto.randomUUID(),
    });
    await server.db.database.withTenant(noor.tenantId, async (tx) => {
      for (let n = 0; n < templatesMax; n++) await insertTemplate(tx, row(n));
    });
    const listener = await noor.call('listeners:create', {
      ...words(),
      component: 'toy-gate',
      clusterId: testCluster,
      config: { port: 7411 },
    });
    const sink = await noor.call('datasinks:create', { ...words(), component: 'toy-field', config: { address: 'x' } });
    const { nodes, links } = documentOf();
    const own = nodes.map((node) =>
      node.kind === 'label' ? { ...node, listenerId: listener.id } : node.kind === 'datasink' ? { ...node, datasinkId: sink.id } : node,
    );
    const { id } = await noor.call('pipelines:create', { ...words(), document: { format: 1, nodes: own, links } });
    expect(await noor.refusal('marketplace:createTemplate', { ...words(), pipelineId: id })).toBe('ACQ-TEMPLATES-MANY');
  });
});
