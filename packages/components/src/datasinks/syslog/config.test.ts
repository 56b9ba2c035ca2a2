import { expect, test } from 'vitest';
import { parseConfig } from '@acequia/component-sdk/definition';
import { syslogCreation } from './config.ts';

const faultsOf = (config: object) => {
  const read = parseConfig(syslogCreation, { protocol: 'tcp', host: 'siem.example.com', port: 514, ...config });
  return read.ok ? [] : read.error.map(({ path, code }) => `${path} ${code}`);
};

test('a stream without a framing, or closed by a character without its code, is refused', () => {
  expect(faultsOf({})).toEqual(['framing CONFIG_REQUIRED']);
  expect(faultsOf({ framing: 'non-transparent' })).toEqual(['trailerCode CONFIG_REQUIRED']);
  expect(faultsOf({ framing: 'non-transparent', trailerCode: 256 })).toEqual(['trailerCode CONFIG_TOO_LARGE']);
  for (const trailerCode of [0, 10]) expect(faultsOf({ framing: 'non-transparent', trailerCode })).toEqual([]);
  expect(faultsOf({ framing: 'octet-counting' })).toEqual([]);
});
