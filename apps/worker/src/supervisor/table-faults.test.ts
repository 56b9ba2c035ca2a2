import type { Deployment } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import { withTableFaults } from './table-faults.ts';

const pipelines = [{ id: 'PL_1', tenantId: 't1' }] as unknown as Deployment['pipelines'];
const report = (code: string, message?: string) => ({
  hash: 'h',
  listeners: [],
  pipelines: [
    {
      id: 'PL_1',
      versionId: 'PV_1',
      result: 'failed' as const,
      error: { code, node: 'look', ...(message === undefined ? {} : { message }) },
    },
  ],
});
const tables = {
  faultOf: (id: string, tenantId: string) => (id === 'LK_large' && tenantId === 't1' ? ('LOOKUP_MEMORY' as const) : undefined),
};
const codeOf = (code: string, message?: string) =>
  withTableFaults(report(code, message), { pipelines } as Deployment, tables).pipelines[0]!.error;

test('a table that did not fit is told as that, one that could not be had and other faults as they are', () => {
  expect(codeOf('LOOKUP_UNAVAILABLE', 'LK_large')).toEqual({ code: 'LOOKUP_MEMORY', node: 'look', message: 'LK_large' });
  expect(codeOf('LOOKUP_UNAVAILABLE', 'LK_away')?.code).toBe('LOOKUP_UNAVAILABLE');
  expect(codeOf('LOOKUP_COLUMN', 'LK_large')?.code).toBe('LOOKUP_COLUMN');
});
