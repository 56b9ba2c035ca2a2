import { beforeEach, expect, test } from 'vitest';
import type { StartSetup } from '@acequia/contract';
import { forgetSetup, keepSetup, keptSetup } from './kept-setup.ts';

const setup: StartSetup = {
  source: 'http',
  listenerId: 'LI_1',
  pipelineId: 'PL_1',
  version: '1.0.0',
  datasinkId: 'DS_1',
  file: { root: 'files', path: 'http.ndjson' },
  token: 'acq_secret',
};

beforeEach(() => {
  forgetSetup('t1', 'http');
  sessionStorage.clear();
});

test('the token is never written down, and a later answer without one keeps it', () => {
  keepSetup('t1', setup);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('acq_secret');
  expect(keepSetup('t1', { ...setup, token: null }).token).toBe('acq_secret');
  expect(keepSetup('t1', { ...setup, token: 'acq_new' }).token).toBe('acq_new');
  expect(keepSetup('t1', { ...setup, listenerId: 'LI_2', token: null }).token).toBeNull();
});

test('one organization does not see the set-up of another, and what was forgotten is gone', () => {
  keepSetup('t1', setup);
  expect(keptSetup('t2', 'http')).toBeUndefined();
  expect(keptSetup('t1', 'syslog')).toBeUndefined();
  forgetSetup('t1', 'http');
  expect(keptSetup('t1', 'http')).toBeUndefined();
});
