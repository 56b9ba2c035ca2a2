import { expect, it } from 'vitest';
import { OperationError } from '#lib/operations/operation-error.ts';
import { metadataFaults } from '#blocks/metadata/metadata-faults.ts';
import { serverFaults } from './server-faults.ts';

it('puts the port codes at the port and configuration faults at their fields', () => {
  expect(serverFaults(new OperationError('ACQ-PORT-TAKEN', { port: 514 }))).toMatchObject([{ path: 'port', code: 'ACQ-PORT-TAKEN' }]);
  expect(serverFaults(new OperationError('ACQ-CONFIG', { 'config.tls': 'CONFIG_TYPE', count: 1 }))).toMatchObject([
    { path: 'tls', code: 'CONFIG_TYPE' },
  ]);
  expect(serverFaults(new OperationError('WEB-00031'))).toEqual([]);
});

it('checks name, description and tags as the catalogue says', () => {
  expect(metadataFaults({ name: ' ', description: 'x'.repeat(2001), tags: ['a'] })).toEqual({
    name: 'nameEmpty',
    description: 'descriptionLong',
    tags: 'tagShort',
  });
  expect(metadataFaults({ name: 'x', description: '', tags: ['ab'] })).toEqual({});
});
