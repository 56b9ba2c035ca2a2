import type { Letter, LetterDetail, OperationOutput } from '@acequia/contract';
import { fleetPaths, type LetterAnswer, type LetterQuestion } from '@acequia/contract/fleet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, testCluster, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let eva: Browser;
let workers: Desk[];

/** A worker that keeps letters of one tenant. */
interface Desk {
  readonly worker: TestWorker;
  readonly asked: { tenantId: string; question: LetterQuestion }[];
  answer: (question: LetterQuestion) => LetterAnswer | undefined;
  letters: LetterDetail[];
}

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  eva = await server.user('owner');
  workers = [await startDesk('left'), await startDesk('right')];
});
afterAll(async () => {
  for (const { worker } of workers) worker.close();
  await server.stop();
});
beforeEach(async () => {
  for (const desk of workers) {
    await desk.worker.report();
    desk.asked.length = 0;
    desk.answer = (question) => answerFrom(desk, question);
    desk.letters = [];
  }
});

async function startDesk(name: string): Promise<Desk> {
  const worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster), name);
  await worker.report({ hello: { version: '1', components: {}, host: 'h' } });
  await worker.connect();
  const desk: Desk = { worker, asked: [], answer: () => undefined, letters: [] };
  void serve(desk);
  return desk;
}

async function serve(desk: Desk): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const { requestId, tenantId, question } = await desk.worker.message('dead-letters', (message) => !seen.has(message.requestId));
    seen.add(requestId);
    desk.asked.push({ tenantId, question });
    const answer = tenantId === ana.tenantId ? desk.answer(question) : answerFrom({ ...desk, letters: [] }, question);
    if (answer) await reply(desk.worker, requestId, answer);
  }
}

async function reply(worker: TestWorker, requestId: string, answer: LetterAnswer): Promise<Response> {
  const body = JSON.stringify({ requestId, answer });
  return worker.send(fleetPaths.letters, worker.signed('POST', fleetPaths.letters, body), body);
}

function answerFrom({ letters }: Pick<Desk, 'letters'>, question: LetterQuestion): LetterAnswer {
  switch (question.do) {
    case 'causes':
      return {
        did: 'causes',
        causes: letters.map(({ at, ...letter }) => ({ ...letter, count: 1, firstAt: at, lastAt: at })),
        bytes: 100,
        limitBytes: 1000,
        ageMs: 7,
        lost: { limit: 1, age: 2 },
      };
    case 'list': {
      const start = question.from === null ? 0 : letters.findIndex(({ id }) => id === question.from) + 1;
      const page = letters.slice(start, start + question.limit);
      const next = start + page.length < letters.length ? page.at(-1)!.id : null;
      return {
        did: 'list',
        letters: question.whole ? page : page.map(({ json: _json, fields: _fields, ...letter }): Letter => letter),
        next,
      };
    }
    case 'find':
      return { did: 'find', letter: letters.find(({ id }) => id === question.id) ?? null };
    case 'edit':
      return { did: 'edit', id: 'new', fault: null };
    default: {
      const count = 'ids' in question.letters ? question.letters.ids.length : letters.length;
      return { did: 'change', report: { done: count, refused: [] }, next: null };
    }
  }
}

const letter = (id: string, at: number, part: Partial<LetterDetail> = {}): LetterDetail => ({
  id,
  eventId: `e${id}`,
  at,
  state: 'open',
  pipelineId: 'PL_1',
  versionId: 'PV_1',
  node: 'out',
  listenerId: 'LI_1',
  outcome: 'rejected',
  code: 'HTTP_400',
  message: 'no',
  component: 'http',
  attempts: 1,
  status: 400,
  response: 'bad',
  offset: null,
  edited: false,
  preview: id,
  json: '{"n":9223372036854775807}',
  fields: [{ name: '_raw', type: 'string', value: 'raw' }],
  ...part,
});

const idOf = (index: number, id: string) => `${workers[index]!.worker.answer.workerId}~${id}`;

async function activity() {
  const { data } = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['deadLetter'] });
  return data.map(({ event }) => [event.operation, event.name]);
}

describe('several workers', () => {
  test('one list over all of them, newest first, page by page, nothing twice', async () => {
    workers[0]!.letters = [9, 7, 5, 3, 1].map((at) => letter(`l${at}`, at));
    workers[1]!.letters = [8, 6, 4].map((at) => letter(`r${at}`, at));
    const times: number[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const page: OperationOutput<'deadLetters:list'> = await ana.call('deadLetters:list', { limit: 2, ...(cursor ? { cursor } : {}) });
      times.push(...page.letters.map(({ at }) => at));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(times).toEqual([9, 8, 7, 6, 5, 4, 3, 1]);
  });

  test('one that was changed late, and so stands before newer ones of its worker, is on one page too', async () => {
    workers[0]!.letters = [letter('changed', 1, { edited: true, editedAt: 10 }), ...[9, 7].map((at) => letter(`l${at}`, at))];
    workers[1]!.letters = [8, 6].map((at) => letter(`r${at}`, at));
    const found: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const page: OperationOutput<'deadLetters:list'> = await ana.call('deadLetters:list', { limit: 2, ...(cursor ? { cursor } : {}) });
      found.push(...page.letters.map(({ preview }) => preview));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(found).toEqual(['changed', 'l9', 'r8', 'l7', 'r6']);
  });

  test('causes are added up; who does not answer is named, and the others are shown', async () => {
    workers[0]!.letters = [letter('a', 5)];
    workers[1]!.letters = [letter('b', 3)];
    expect(await ana.call('deadLetters:causes', {})).toMatchObject({
      causes: [{ code: 'HTTP_400', count: 2, firstAt: 3, lastAt: 5 }],
      bytes: 200,
      limitBytes: 1000,
      lost: { limit: 2, age: 4 },
      away: [],
    });
    workers[1]!.answer = () => ({ did: 'fail' });
    expect(await ana.call('deadLetters:causes', {})).toMatchObject({ causes: [{ count: 1 }], away: ['right'] });
    expect(await ana.call('deadLetters:list', {})).toMatchObject({ letters: [{ at: 5 }], away: ['right'] });
  });

  test('a group is changed worker by worker, and only what was there when it began', async () => {
    for (const desk of workers) desk.letters = [letter('a', 1)];
    const first = await ana.call('deadLetters:redrive', { letters: { filter: { code: 'HTTP_400' } }, into: 'start' });
    expect(first).toMatchObject({ done: 1, away: [] });
    const second = await ana.call('deadLetters:redrive', {
      letters: { filter: { code: 'HTTP_400' }, cursor: first.next! },
      into: 'start',
    });
    expect(second).toMatchObject({ done: 1, next: null });
    const bounds = workers
      .flatMap(({ asked }) => asked)
      .map(({ question }) => (question as { letters: { filter: { to: number } } }).letters.filter.to);
    expect(new Set(bounds).size).toBe(1);
    expect(bounds[0]).toBeGreaterThan(0);
  });

  test('named letters go to their own worker; of an unknown one they are gone', async () => {
    const report = await ana.call('deadLetters:discard', {
      letters: { ids: [idOf(0, 'a'), idOf(1, 'b'), idOf(1, 'c'), 'WK_other~d', 'nonsense'] },
      reason: 'test data',
    });
    expect(report).toMatchObject({ done: 3, refused: [{ code: 'LETTER_GONE', count: 2 }], next: null });
    expect(workers[1]!.asked.at(-1)!.question).toMatchObject({ do: 'discard', letters: { ids: ['b', 'c'] } });
    expect((await activity())[0]).toEqual(['delete', '3 × dead letters: test data']);
  });
});

describe('one letter', () => {
  test('is found, changed, re-driven, each change with its row', async () => {
    workers[0]!.letters = [letter('a', 1)];
    const id = idOf(0, 'a');
    const some: unknown = expect.stringMatching(/./);
    expect(await ana.call('deadLetters:find', { id })).toMatchObject({ id, json: '{"n":9223372036854775807}' });
    expect(await ana.call('deadLetters:edit', { id, json: '{"n":1}' })).toEqual({ id: idOf(0, 'new') });
    expect(workers[0]!.asked.at(-1)!.question).toEqual({ do: 'edit', id: 'a', json: '{"n":1}', by: { id: some, name: some } });
    expect(await ana.call('deadLetters:redrive', { letters: { ids: [id] }, into: 'node' })).toMatchObject({ done: 1 });
    expect((await activity()).slice(0, 2)).toEqual([
      ['redrive', `1 × ${id} → node`],
      ['update', id],
    ]);
  });

  test('refusals come with their reason and leave a row', async () => {
    const id = idOf(0, 'a');
    expect(await ana.refusal('deadLetters:find', { id })).toBe('ACQ-NOT-FOUND');
    workers[0]!.answer = () => ({ did: 'edit', id: null, fault: { code: 'JSON_SYNTAX', offset: 4 } });
    const refused = await ana.call('deadLetters:edit', { id, json: '{' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ACQ-LETTER-FIELDS', data: { fields: { fault: 'JSON_SYNTAX', offset: 4 } } });
    workers[0]!.answer = () => ({ did: 'edit', id: null, fault: { code: 'LETTER_CLOSED' } });
    expect(await ana.refusal('deadLetters:edit', { id, json: '{}' })).toBe('ACQ-LETTER-CLOSED');
    workers[0]!.answer = () => ({ did: 'fail' });
    expect(await ana.refusal('deadLetters:edit', { id, json: '{}' })).toBe('ACQ-WORKER-AWAY');
    expect((await activity()).slice(0, 2)).toEqual([
      ['update (ACQ-WORKER-AWAY)', id],
      ['update (ACQ-LETTER-CLOSED)', id],
    ]);
    expect(await ana.refusal('deadLetters:discard', { letters: { ids: [id] }, reason: ' ' })).toBe('WEB-00022');
  });

  test('of another tenant is asked for only in the name of the own one', async () => {
    workers[0]!.letters = [letter('a', 1)];
    expect(await eva.refusal('deadLetters:find', { id: idOf(0, 'a') })).toBe('ACQ-NOT-FOUND');
    expect(await eva.call('deadLetters:list', {})).toMatchObject({ letters: [] });
    expect(new Set(workers[0]!.asked.map(({ tenantId }) => tenantId))).toEqual(new Set([eva.tenantId]));
  });

  test('a worker cannot answer in the place of another', async () => {
    let release: (requestId: string) => void = () => undefined;
    const held = new Promise<string>((resolve) => (release = resolve));
    workers[0]!.answer = () => {
      const { requestId } = workers[0]!.worker.messages.findLast((message) => message.type === 'dead-letters')!;
      release(requestId);
      return undefined;
    };
    const found = ana.call('deadLetters:find', { id: idOf(0, 'a') });
    const requestId = await held;
    const forged: LetterAnswer = { did: 'find', letter: letter('a', 1, { message: 'forged' }) };
    expect((await reply(workers[1]!.worker, requestId, forged)).status).toBe(204);
    await reply(workers[0]!.worker, requestId, { did: 'find', letter: letter('a', 1) });
    expect(await found).toMatchObject({ message: 'no' });
  });
});

describe('a worker that is away', () => {
  const stop = async ({ worker }: Desk) => {
    worker.close();
    await expect.poll(() => server.app.gateway.letterDesks.isConnected(worker.answer.workerId), { timeout: 60_000 }).toBe(false);
  };
  const named = (desk: Desk) => ({ ids: [`${desk.worker.answer.workerId}~a`] });
  const refusalOf = (made: Promise<unknown>) =>
    made.then(
      (answer) => ({ answer }),
      ({ code, data }: { code: string; data: { fields: unknown } }) => ({ code, fields: data.fields }),
    );

  test('before it is asked: the change is refused at once, with the name of the worker, and is asked of nobody', async () => {
    const gone = await startDesk('gone');
    await stop(gone);
    const away = { code: 'ACQ-WORKER-AWAY', fields: { workers: 'gone' } };
    expect(await refusalOf(ana.call('deadLetters:redrive', { letters: named(gone), into: 'node' }))).toEqual(away);
    expect(await refusalOf(ana.call('deadLetters:discard', { letters: named(gone), reason: 'r' }))).toEqual(away);
    expect((await activity())[0]?.[0]).toBe('delete (ACQ-WORKER-AWAY)');
    const both = { ids: [...named(gone).ids, idOf(0, 'a')] };
    expect(await ana.call('deadLetters:redrive', { letters: both, into: 'node' })).toEqual({
      done: 1,
      refused: [{ code: 'WORKER_AWAY', count: 1 }],
      away: ['gone'],
      next: null,
    });
  });

  test('after it was asked: the change is told to be unknown as soon as its connection ends', async () => {
    const gone = await startDesk('leaves');
    gone.answer = () => {
      gone.worker.close();
      return undefined;
    };
    const silent = { code: 'ACQ-WORKER-SILENT', fields: { workers: 'leaves' } };
    expect(await refusalOf(ana.call('deadLetters:redrive', { letters: named(gone), into: 'node' }))).toEqual(silent);
    expect(gone.asked).toHaveLength(1);
    expect((await activity())[0]?.[0]).toBe('redrive (ACQ-WORKER-SILENT)');
  });
});

test('what fell out on all workers can be alerted on', async () => {
  await workers[0]!.worker.report({ lostLetters: 3 });
  await workers[1]!.worker.report({ lostLetters: 4 });
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${testOperatorToken}` } })).text();
  expect(metrics).toContain('\nacequia_dead_letters_lost 7\n');
});

describe('export', () => {
  test('lines of JSON keep exact numbers; CSV has no cell that a spreadsheet runs', async () => {
    workers[0]!.letters = [letter('a', 1, { message: '=cmd|x', response: 'two "words",\nlines' })];
    const json = await ana.call('deadLetters:export', { format: 'ndjson' });
    expect(json).toMatchObject({ count: 1, next: null });
    expect(json.text).toContain('"event":{"n":9223372036854775807}');
    expect(JSON.parse(json.text)).toMatchObject({ at: '1970-01-01T00:00:00.001Z', code: 'HTTP_400', internal: { _raw: 'raw' } });
    const csv = await ana.call('deadLetters:export', { format: 'csv' });
    expect(csv.text).toMatch(/^id,eventId,at,[^\r\n]*,event\r\n/);
    expect(csv.text).toContain(`,'=cmd|x,1,400,"two ""words"",\nlines",raw,"{""n"":9223372036854775807}"\r\n`);
    expect((await activity())[0]).toEqual(['export', 'dead letters (csv)']);
  });
});

describe('without content:read', () => {
  const show = (enabled: boolean) =>
    ana.call('tenants:updateTenantSettings', { id: ana.tenantId, settings: [{ settingType: 'CONTENT', value: { enabled } }] });
  const readNames = async () => {
    const { data } = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['content'] });
    return data.map(({ user, event }) => `${user.email} ${event.operation} ${event.name}`);
  };

  test('a list has letters without what is in their events, and nobody has read any', async () => {
    const vera = await server.user('viewer', ana.tenantId);
    const { Email } = (await vera.call('auth:session', {})).user;
    const expected = { code: 'EXPECTED_NUMBER_TEXT', fields: { found: '4111' } };
    const own = letter('1', 10, {
      listenerId: 'LI_hidden',
      message: 'not a number: 4111',
      preview: 'card 4111',
      response: 'bad 4111',
      expected,
    });
    workers[0]!.letters = [own];
    const listed = async () => (await vera.call('deadLetters:list', {})).letters;
    await show(false);
    expect(await listed()).toMatchObject([{ eventId: 'e1', code: 'HTTP_400', message: '', preview: '', response: null }]);
    expect(JSON.stringify(await listed())).not.toContain('4111');
    expect(await readNames()).not.toContain(`${Email} read LI_hidden`);
    await show(true);
    expect(await listed()).toMatchObject([{ message: 'not a number: 4111', preview: 'card 4111', response: 'bad 4111', expected }]);
    expect((await readNames()).filter((name) => name === `${Email} read LI_hidden`)).toHaveLength(1);
  });

  test('a file and a letter name the listeners whose events were read, an undecoded one’s pipeline is nobody’s', async () => {
    workers[0]!.letters = [letter('1', 10, { listenerId: 'LI_file' }), letter('2', 9, { listenerId: '', pipelineId: 'PL_file' })];
    await ana.call('deadLetters:export', { format: 'csv' });
    expect(
      (await readNames())
        .filter((name) => name.endsWith('_file'))
        .map((name) => name.split(' ').at(-1))
        .sort(),
    ).toEqual(['LI_file', 'PL_file']);
    const id = (await ana.call('deadLetters:list', {})).letters[0]!.id;
    await ana.call('deadLetters:find', { id });
    expect((await readNames()).filter((name) => name.endsWith('LI_file'))).toHaveLength(1);
  });
});
