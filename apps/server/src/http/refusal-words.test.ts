import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';

let server: TestApp;
let ana: Browser;
beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
});
afterAll(() => server.stop());

const send = async (method: string, path: string, body?: object) => {
  const headers = { 'x-acequia': 'test', ...(body ? { 'content-type': 'application/json' } : {}) };
  const response = await ana.fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const answer = (await response.json()) as { readonly json?: object };
  return { status: response.status, ...(answer.json ?? answer) };
};

test.each([
  ['PUT', '/api/v1/secrets/SE_1'],
  ['GET', '/api/v1/nothing'],
  ['POST', '/rpc/nothing/at/all'],
  ['GET', '/sso/No%20slug/saml/metadata'],
])('%s %s, which leads nowhere, is refused in words like all else', async (method, path) => {
  expect(await send(method, path, method === 'GET' ? undefined : {})).toMatchObject({
    status: 404,
    code: 'ACQ-NOT-FOUND',
    message: expect.stringMatching(/^Not found\. \w/),
    data: { fields: {} },
  });
});

const secret = { name: 's', description: 'd', tags: [], value: 'v', expirationDate: '2027-12-31' };
const live = { kind: 'live', count: 1, since: 'yesterday' };
test.each([
  ['POST', '/api/v1/secrets', secret, 'expirationDate', 'milliseconds'],
  ['POST', '/api/v1/alerts/snooze', { ids: ['AL_1'], until: 'tomorrow' }, 'until', 'milliseconds'],
  ['POST', '/api/v1/auth-tokens', { name: 't', description: '', expiration: '2027-12-31', role: 'viewer' }, 'expiration', 'seconds'],
  ['GET', '/api/v1/activity?from=2027-01-01&to=2027-01-02', undefined, 'from', 'milliseconds'],
  ['GET', '/api/v1/dead-letters?from=monday', undefined, 'from', 'milliseconds'],
  ['POST', '/api/v1/internal-pipelines', { pipelineId: 'PL_1', source: live }, 'source.since', 'milliseconds'],
] as const)('%s %s: a date that is given as text is told what it is to be', async (method, path, body, field, unit) => {
  const answer = await send(method, path, body);
  expect(answer).toMatchObject({ code: 'WEB-00022', data: { fields: { [field]: `expected_${unit}` } } });
  expect(answer).toMatchObject({ message: expect.stringContaining(`"${field}" is given as a whole number: ${unit} since 1970 (UTC).`) });
});
