import { expect, test } from 'vitest';
import { StateBudget } from './state-budget.ts';

const versions = (tenantId: string, count: number) => Array.from({ length: count }, () => ({ tenantId }));

test('a tenant with many versions with state leaves the others their part, and all of them leave the lane its memory', () => {
  const limits = { stateBytes: 256, laneStateBytes: 1024 };
  const budget = new StateBudget(limits);
  expect(budget.of('t1')).toBe(256);
  budget.shareOut([...versions('t1', 1), ...versions('t2', 64)]);
  expect([budget.of('t1'), budget.of('t2')]).toEqual([256, 8]);
  for (const counts of [[1], [4], [9], [1, 1, 1, 1, 1], [30, 2, 7], [1, 100]]) {
    budget.shareOut(counts.flatMap((count, tenant) => versions(`t${tenant}`, count)));
    const sum = counts.reduce((all, count, tenant) => all + count * budget.of(`t${tenant}`), 0);
    expect(sum).toBeLessThanOrEqual(1024);
  }
  budget.shareOut([]);
  expect(budget.of('t2')).toBe(256);
});
