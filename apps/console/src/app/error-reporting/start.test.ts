import { expect, test } from 'vitest';
import { maskedTransport } from './masked-transport.ts';
import { reportingOptions } from './start.ts';

test('all traces, a tenth of the sessions and every session with an error; the version is the release; masked on its way out', () => {
  const dsn = 'https://key@errors.example.com/7';
  expect(reportingOptions({ errorReporting: '1', errorReportingDsn: dsn, version: 'v9.9.9' })).toMatchObject({
    dsn,
    release: 'v9.9.9',
    transport: maskedTransport,
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
  });
});
