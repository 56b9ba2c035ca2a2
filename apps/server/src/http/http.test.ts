import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { contract, type OperationMeta } from '@acequia/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from './describe-api.ts';
import { validInputs, type Ids } from './test-inputs.ts';
import {
  createTestApp,
  operationNames,
  testMetricsToken,
  testOperatorToken,
  ownerPassword,
  type Browser,
  type TestApp,
} from '../test-app.ts';

let server: TestApp;
let ana: Browser;
const folder = mkdtempSync(path.join(tmpdir(), 'acequia-console-'));
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets', 'a.js'), 'export {};');
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><html lang="en" data-theme="dark"><head><!--acequia:head--></head><body><script type="module" src="/assets/a.js"></script></body></html>',
  );
  server = await createTestApp({ consoleFolder: folder });
  ana = await server.user('owner');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('the page', () => {
  test('has a new nonce each time, the same in policy and script, and the look of the user before the first paint', async () => {
    const get = async (browser: Browser, headers: Record<string, string> = {}) => {
      const response = await browser.fetch('/pipelines/PL_1', { headers });
      const html = await response.text();
      return { html, policy: response.headers.get('content-security-policy') ?? '', nonce: /script nonce="([^"]+)"/.exec(html)?.[1] ?? '' };
    };
    const [first, second] = [await get(ana), await get(ana)];
    expect(first.nonce).not.toBe(second.nonce);
    expect(first.policy).toContain(`script-src 'self' 'nonce-${first.nonce}'`);
    expect(first.policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    const parts = first.policy.split('; ');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(parts).toContain(part);
    expect(parts.filter((part) => part.includes('trusted-types'))).toEqual(["require-trusted-types-for 'script'", 'trusted-types default']);
    await ana.call('auth:updatePreferences', { theme: 'light', language: 'es', tableDensity: 'compact' });
    expect((await get(ana)).html).toContain('<html lang="es" data-theme="light" data-density="compact">');
    await ana.call('auth:updatePreferences', { timeZone: 'utc' });
    expect((await get(ana)).html).toContain('data-density="compact" data-zone="utc">');
    const guest = await get(server.browser(), { 'accept-language': 'es-ES', cookie: 'acequia-look=light.compact.x"><script>' });
    expect(guest.html).toContain('<html lang="es" data-theme="light" data-density="compact">');
  });

  test('the version of the product stands among its settings, which are texts', async () => {
    const html = await (await server.browser().fetch('/version')).text();
    const settings = JSON.parse(/__ACEQUIA__\s*=\s*(\{.*?\})/.exec(html)![1]!) as Record<string, unknown>;
    expect(settings['version']).toBe('v2.103.0');
    for (const [name, value] of Object.entries(settings)) expect([name, typeof value]).toEqual([name, 'string']);
  });

  test('assets are kept for ever, unknown ones and APIs are no page', async () => {
    expect((await ana.fetch('/assets/a.js')).headers.get('cache-control')).toContain('immutable');
    for (const gone of ['/assets/none.js', '/rpc/none/none', '/api/v1/none', '/../../etc/passwd/assets/%2e%2e/x']) {
      const response = await ana.fetch(gone, { headers: { 'x-acequia': '1' } });
      expect([gone, response.status, await response.text()]).not.toEqual([gone, 200, expect.stringContaining('root:')]);
    }
  });
});

test('a script is sent packed to who can read it, and as it is to who cannot', async () => {
  const script = 'export const water = 1;';
  writeFileSync(path.join(folder, 'assets', 'c.js'), script);
  writeFileSync(path.join(folder, 'assets', 'c.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(folder, 'assets', 'c.js.gz'), gzipSync(script));
  for (const encoding of ['br', 'gzip', null]) {
    const answer = await ana.fetch('/assets/c.js', { headers: { 'accept-encoding': encoding ?? 'identity' } });
    expect([encoding, answer.headers.get('content-encoding'), await answer.text()]).toEqual([encoding, encoding, script]);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('vary')).toContain('accept-encoding');
  }
});

test('a new build under a running server: its page and its files are served at once', async () => {
  writeFileSync(path.join(folder, 'assets', 'b.js'), 'export {};');
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><!--acequia:head--></head><body data-build="second"></body></html>',
  );
  expect(await (await ana.fetch('/home')).text()).toContain('data-build="second"');
  expect((await ana.fetch('/assets/b.js')).status).toBe(200);
});

test('every answer has the security headers, also an error', async () => {
  for (const at of ['/', '/healthz', '/rpc/secrets/list', '/api/openapi.json', '/nothing']) {
    const { headers } = await server.browser().fetch(at);
    expect([
      at,
      headers.get('x-content-type-options'),
      headers.get('x-frame-options'),
      headers.get('referrer-policy'),
      headers.get('cross-origin-opener-policy'),
      headers.get('cache-control'),
    ]).toEqual([at, 'nosniff', 'DENY', 'no-referrer', 'same-origin', 'no-store']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

describe('the API', () => {
  test('the document names every operation, and the page shows them with a session only', async () => {
    expect((await server.browser().fetch('/api/openapi.json')).status).toBe(401);
    expect((await server.browser().fetch('/api/docs')).status).toBe(303);
    const document = (await (await ana.fetch('/api/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId.replace('.', ':')),
    );
    expect(document.openapi).toMatch(/^3\.1/);
    expect(ids.sort()).toEqual([...operationNames].sort());
    const page = await (await ana.fetch('/api/docs')).text();
    expect(page).toContain('/api/v1/secrets');
    expect(page).not.toContain('<script');
  });

  test('the document asks for no body where none is needed, for every member that is, and describes nothing that cannot be', async () => {
    const document = (await (await ana.fetch('/api/openapi.json')).json()) as ApiDocument;
    const bodyOf = (path: string) => document.paths[path]?.['post']?.requestBody;
    expect([bodyOf('/auth-tokens/exchange')?.required, bodyOf('/labels')?.required]).toEqual([false, true]);
    expect(bodyOf('/labels')?.content?.['application/json']?.schema).toMatchObject({
      required: ['listenerId', 'name', 'description', 'condition'],
    });
    expect(JSON.stringify(document)).not.toContain('"not":{}');
  });

  test('a body that is no object is refused, and not passed over', async () => {
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    for (const body of ['[null]', '"x"', '7']) {
      const answer = await ana.fetch('/api/v1/pipelines/PL_none/tests/run', { method: 'POST', headers, body });
      expect([body, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([body, 400, 'WEB-00022']);
    }
  });

  test('an API key reads the document and its page, which say who may call what with which credentials', async () => {
    const { token } = await ana.call('authToken:create', { name: 'docs', description: '', expiration: null, role: 'viewer' });
    const withKey = { headers: { authorization: `Bearer ${token}` } };
    expect((await server.browser().fetch('/api/docs', withKey)).status).toBe(200);
    const answer = await server.browser().fetch('/api/openapi.json', withKey);
    expect(answer.status).toBe(200);
    const { paths, components } = (await answer.json()) as ApiDocument;
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['apiKey', 'session']);
    expect(paths['/secrets']?.['get']?.security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(paths['/auth-tokens']?.['post']?.security).toEqual([{ session: [] }]);
    expect(paths['/auth/login']?.['post']?.security).toEqual([]);
    const wrong = { headers: { authorization: `Bearer ${token}x` } };
    expect((await server.browser().fetch('/api/openapi.json', wrong)).status).toBe(401);
    expect(await (await server.browser().fetch('/api/docs', withKey)).text()).toContain('API key or session');
  });

  test('a filter with one value counts as a list of one, and the document says how lists are written', async () => {
    await ana.call('alerts:list', {});
    const rows = async (query: string) => {
      const answer = await ana.fetch(`/api/v1/activity?page=1&from=0&to=4000000000000&${query}`, { headers: { 'x-acequia': '1' } });
      expect([query, answer.status]).toEqual([query, 200]);
      return ((await answer.json()) as { data: { event: { entity: string } }[] }).data.map(({ event }) => event.entity);
    };
    const [one, bracket, two] = [await rows('entity=session'), await rows('entity[]=session'), await rows('entity=session&entity=tenant')];
    expect(new Set(one)).toEqual(new Set(['session']));
    expect([one.length, bracket.length]).toEqual([one.length, one.length]);
    expect(two.length).toBeGreaterThanOrEqual(one.length);
    const document = (await (await ana.fetch('/api/openapi.json')).json()) as ApiDocument;
    const parameters = Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.parameters ?? []));
    expect(
      parameters.filter(
        ({ style, schema }) => (style !== undefined && style !== 'form') || (schema as { type?: string }).type === 'object',
      ),
    ).toEqual([]);
  });

  test('a flag in a query is the word it is written as', async () => {
    const snoozed = async (word: string) => (await ana.fetch(`/api/v1/alerts?snoozed=${word}`, { headers: { 'x-acequia': '1' } })).status;
    expect([await snoozed('true'), await snoozed('false'), await snoozed('perhaps')]).toEqual([200, 200, 400]);
  });

  test('two names that differ in a lone surrogate are both refused, with the field, and not taken for one', async () => {
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    for (const name of ['x\\ud800', 'x\\udbff', 'a\\u0000b', 'a\\nb']) {
      const answer = await ana.fetch('/api/v1/pipelines', {
        method: 'POST',
        headers,
        body: `{"name":"${name}","description":"","tags":[]}`,
      });
      const body = (await answer.json()) as { code: string; message: string; data: { fields: unknown } };
      expect([name, answer.status, body.code, body.data.fields]).toEqual([name, 400, 'WEB-00022', { name: 'invalid_format' }]);
      expect(body.message).toBe('Some values are not valid. Nothing was saved. Correct the marked fields and try again.');
    }
  });

  test('a refused attempt whose name no database can hold is refused, and its row is written', async () => {
    const viewer = await server.user('viewer', ana.tenantId);
    const body = `{"name":"a\\u0000${'b'.repeat(5000)}","description":"","tags":[]}`;
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    const answer = await viewer.fetch('/api/v1/pipelines', { method: 'POST', headers, body });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'WEB-00027']);
  });

  test('a time that ends before it starts is refused with the field, and so is one beyond the year 9999', async () => {
    for (const [path, field, fault] of [
      ['metrics/totals?from=2&to=1', 'to', 'before_start'],
      ['metrics/series?scope=listener&measure=eventsIn&from=2&to=1', 'to', 'before_start'],
      ['activity?page=1&from=2&to=1', 'to', 'before_start'],
      ['dead-letters?from=2&to=1', 'to', 'before_start'],
      ['usage/listeners?from=2&to=1', 'to', 'before_start'],
      ['metrics/flows?from=0&to=8640000000000001', 'to', 'too_big'],
      ['metrics/totals?from=-8640000000000001&to=1', 'from', 'too_small'],
    ] as const) {
      const answer = await ana.fetch(`/api/v1/${path}`, { headers: { 'x-acequia': '1' } });
      const { code, data } = (await answer.json()) as { code: string; data: { fields: unknown } };
      expect([path, code, data.fields]).toEqual([path, 'WEB-00022', { [field]: fault }]);
    }
  });

  test('/api/v1 speaks plain JSON with the same session, codes and checks', async () => {
    const post = (body: unknown, browser = ana) =>
      browser.fetch('/api/v1/pipelines', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-acequia': '1' },
        body: JSON.stringify(body),
      });
    const created = await post({ name: 'by api', description: '', tags: [] });
    expect([created.status, ((await created.json()) as { name: string }).name]).toEqual([200, 'by api']);
    const refused = await post({ name: 'by api', description: '', tags: [] });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'WEB-12006', data: { fields: { name: 'taken' } } }),
    ]);
    expect((await post({ name: 'x' }, server.browser())).status).toBe(401);
    const list = await ana.fetch('/api/v1/pipelines', { headers: { 'x-acequia': '1' } });
    expect(list.status).toBe(200);
  });

  test('no change on GET, no internal word in an answer, no large body', async () => {
    expect((await ana.fetch('/rpc/auth/removeToken')).status).toBeGreaterThanOrEqual(400);
    expect(await ana.call('auth:session', {})).toBeDefined();
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    const broken = await ana.fetch('/rpc/secrets/create', { method: 'POST', headers, body: '{"json":' });
    expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining('WEB-00022')]);
    const large = await ana.fetch('/rpc/secrets/create', {
      method: 'POST',
      headers,
      body: JSON.stringify({ json: 'x'.repeat(1_100_000) }),
    });
    expect([large.status, await large.text()]).toEqual([413, expect.stringContaining('ACQ-TOO-LARGE')]);
  });

  test('an address that is no UTF-8 and one that is too long are refused with a code, in no words of the framework', async () => {
    const crooked = await ana.fetch('/api/v1/listeners/%ED%A0%80', { headers: { 'x-acequia': '1' } });
    expect(crooked.headers.get('x-content-type-options')).toBe('nosniff');
    expect([crooked.status, await crooked.json()]).toEqual([400, expect.objectContaining({ code: 'WEB-00022', data: { fields: {} } })]);
    const answer = await textOf(
      connect(Number(new URL(server.url).port), '127.0.0.1').end(
        `GET /api/v1/dead-letters?text=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
      ),
    );
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect([head.split('\r\n')[0], JSON.parse(body)]).toEqual([
      'HTTP/1.1 413 Payload Too Large',
      expect.objectContaining({ code: 'ACQ-TOO-LARGE', status: 413 }),
    ]);
  });

  test('of a value that is none of several alternatives, the member of the one that it was meant as is named', async () => {
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    for (const [method, path, body, fields] of [
      ['POST', 'auth/mfa/off', { recoveryCode: 1e15 }, { recoveryCode: 'invalid_type' }],
      ['POST', 'auth/mfa/off', { totpCode: 8_640_000_000_000_001 }, { totpCode: 'too_big' }],
      ['POST', 'dead-letters/redrive', { letters: { ids: [1] }, into: 'node' }, { 'letters.ids.0': 'invalid_type' }],
      ['POST', 'dead-letters/discard', { letters: { filter: { code: 1 } }, reason: 'r' }, { 'letters.filter.code': 'invalid_type' }],
      [
        'PUT',
        'pipelines/PL_none/tests',
        { test: { name: 'n', input: { events: [1] }, expect: [{ at: { node: 1 }, count: 0 }] } },
        { 'test.input.events.0': 'invalid_type', 'test.expect.0.at.node': 'invalid_type' },
      ],
    ] as const) {
      const answer = await ana.fetch(`/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
      const { code, data } = (await answer.json()) as { code: string; data: { fields: unknown } };
      expect([path, answer.status, code, data.fields]).toEqual([path, 400, 'WEB-00022', fields]);
    }
  });

  test.each([
    ['auth:createOwner', 'auth/owner', 'name', 'WEB-00032'],
    ['auth:welcome', 'auth/welcome', 'name', 'WEB-00032'],
    ['authToken:create', 'auth-tokens', 'description', 'WEB-00028'],
    ['labels:create', 'labels', 'name', 'WEB-00032'],
    ['lookups:create', 'lookups', 'description', 'WEB-00028'],
  ] as const)('the contract of %s names the code that its field is refused with', async (name, path, field, code) => {
    const [noun, verb] = name.split(':') as ['auth', 'login'];
    const { errors } = contract[noun][verb]['~orpc'].meta as OperationMeta;
    const input = { ...(validInputs({} as Ids)[name] as object), listenerId: 'LI_none', [field]: undefined };
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    const answer = await ana.fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(input) });
    expect([((await answer.json()) as { code: string }).code, errors.includes(code)]).toEqual([code, true]);
  });

  test('a body that is no object, or no JSON, is refused with a field that says so', async () => {
    const headers = { 'content-type': 'application/json', 'x-acequia': '1' };
    for (const [method, path, body, fault] of [
      ['POST', '/api/v1/datasinks', '"x"', 'invalid_type'],
      ['POST', '/api/v1/datasinks', '[]', 'invalid_type'],
      ['PUT', '/api/v1/usage/limit', '1e308', 'invalid_type'],
      ['PUT', '/api/v1/usage/limit', '{', 'invalid_format'],
      ['POST', '/rpc/datasinks/create', '{"json":"x"}', 'invalid_type'],
      ['POST', '/rpc/datasinks/create', '{"json":[]}', 'invalid_type'],
      ['POST', '/rpc/datasinks/create', '{', 'invalid_format'],
    ] as const) {
      const answer = await ana.fetch(path, { method, headers, body });
      const said = (await answer.json()) as { json?: object };
      const { code, data } = (said.json ?? said) as { code: string; data: { fields: unknown } };
      expect([path, body, answer.status, code, data.fields]).toEqual([path, body, 400, 'WEB-00022', { body: fault }]);
    }
  });

  test('a template that there is not is answered with 404, not as a value that is wrong', async () => {
    const answer = await ana.fetch(`/api/v1/marketplace/templates/none?tenantId=${ana.tenantId}`, { headers: { 'x-acequia': '1' } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'WEB-00015']);
  });

  test('__proto__ and foreign fields in a body change nothing', async () => {
    const body = `{"json":{"name":"odd","description":"","tags":[],"tenantId":"00000000-0000-4000-8000-000000000001","id":"PL_mine","__proto__":{"role":"owner"}}}`;
    const response = await ana.fetch('/rpc/pipelines/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acequia': '1' },
      body,
    });
    const { json } = (await response.json()) as { json: { id: string } };
    expect(json.id).not.toBe('PL_mine');
    expect((await ana.call('pipelines:find', { id: json.id })).name).toBe('odd');
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('a password is never in an answer or the activity log', async () => {
    const rows = JSON.stringify(await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12 }));
    expect(rows).not.toContain(ownerPassword);
  });
});

test('metrics are for who shows their token, not for whatever calls from this machine, as a proxy does for the world', async () => {
  expect((await server.browser().fetch('/metrics')).status).toBe(404);
  for (const token of [testMetricsToken, testOperatorToken]) {
    const answer = await server.browser().fetch('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.text()).toContain('acequia_http_request_seconds');
  }
  const command = {
    method: 'POST',
    headers: { authorization: `Bearer ${testMetricsToken}`, 'content-type': 'application/json' },
    body: '{}',
  };
  expect((await server.browser().fetch('/operator/keys/rotate', command)).status).toBe(404);
  expect(await (await server.browser().fetch('/healthz')).json()).toEqual({ status: 'ok' });
});
