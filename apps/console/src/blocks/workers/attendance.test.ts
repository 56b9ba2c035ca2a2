import { expect, test } from 'vitest';
import type { Cluster } from '@acequia/contract';
import { attendanceOf } from './attendance.ts';

const worker = (status: 'online' | 'unknown' | 'revoked', lastSeenAt: number | null) => ({
  id: `WO_${status}${lastSeenAt}`,
  name: '',
  version: '',
  status,
  lastSeenAt,
  deployment: null,
  memoryBytes: 0,
  cpuFraction: 0,
  journalBytes: 0,
  readRoots: null,
});
const cluster = (id: string, ...workers: Cluster['workers']): Cluster => ({
  id,
  name: id,
  host: '',
  portRange: { from: 1024, to: 65_535 },
  fileRoots: [],
  workers,
});

test('one reporting worker is enough', () => {
  expect(attendanceOf([cluster('CL_1', worker('unknown', 5), worker('online', 9))], ['CL_1'])).toBe('here');
});

test('away since the last of them was heard', () => {
  expect(attendanceOf([cluster('CL_1', worker('unknown', 5), worker('revoked', 7))], ['CL_1'])).toBe(7);
});

test('a cluster nobody ever worked for', () => {
  expect(attendanceOf([cluster('CL_1')], ['CL_1'])).toBe('never');
  expect(attendanceOf([cluster('CL_1', worker('unknown', null))], ['CL_1'])).toBe('never');
});

test('other clusters say nothing about this one; one silent cluster of two is told', () => {
  const clusters = [cluster('CL_1', worker('online', 9)), cluster('CL_2', worker('unknown', 4))];
  expect(attendanceOf(clusters, ['CL_1'])).toBe('here');
  expect(attendanceOf(clusters, ['CL_1', 'CL_2'])).toBe(4);
  expect(attendanceOf(clusters, ['CL_9'])).toBe('here');
});
