import { expect, test } from 'vitest';
import { readErrorReporting, reportOrigin } from './error-reporting.ts';
import { contentPolicy } from './http/security-headers.ts';
import { StartFault } from './start-fault.ts';

const dsn = 'https://0a1b@errors.example.com:9000/team/7';
const settings = (on: string, address = dsn) => ({ errorReporting: on, errorReportingDsn: address });
const connects = (reports: string | undefined) =>
  contentPolicy('n', reports)
    .split('; ')
    .find((part) => part.startsWith('connect-src'));

test('off, the pages may call nobody else, whatever address is set', () => {
  for (const off of ['', '0', 'false', 'no']) expect(connects(reportOrigin(settings(off)))).toBe("connect-src 'self'");
  expect(connects(reportOrigin({}))).toBe("connect-src 'self'");
});

test('on, they may call the operator’s receiver and nothing beside it', () => {
  for (const on of ['1', 'true']) expect(connects(reportOrigin(settings(on)))).toBe("connect-src 'self' https://errors.example.com:9000");
  const without = contentPolicy('n').split('; ');
  expect(
    contentPolicy('n', 'https://errors.example.com')
      .split('; ')
      .filter((part) => !without.includes(part)),
  ).toEqual(["connect-src 'self' https://errors.example.com"]);
});

test('turned on without an address that can be sent to, the server does not start', () => {
  for (const address of [
    '',
    'errors',
    'ftp://a@b/1',
    'https://errors.example.com/1',
    'https://a:secret@b/1',
    'https://a@b/',
    "https://a@b/1; x 'y'",
  ])
    expect(() => readErrorReporting({ ACEQUIA_ERROR_REPORTING: '1', ACEQUIA_ERROR_REPORTING_DSN: address })).toThrow(StartFault);
  expect(readErrorReporting({ ACEQUIA_ERROR_REPORTING_DSN: 'nonsense' })).toEqual({ on: '', dsn: 'nonsense' });
  expect(readErrorReporting({ ACEQUIA_ERROR_REPORTING: 'true', ACEQUIA_ERROR_REPORTING_DSN: dsn })).toEqual({ on: 'true', dsn });
});
