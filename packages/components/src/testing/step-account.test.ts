import { createSlotTable } from '@acequia/batch';
import type { Step } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { accountOf } from './step-account.ts';

const events = [{ a: 1 }, { a: 2 }];
const account = (step: Step['step']) =>
  accountOf({ step: { step }, slots: createSlotTable(), ports: ['default', 'second', 'error'] }, events);

test('the books notice a row that is forgotten, sent twice, refused after it was sent, out of order, or sent nowhere', () => {
  expect(account((_, out) => out.all(0))).toMatchObject({ faults: [], taken: 2, sent: 2, created: 0 });
  expect(account((_, out) => [0, 1].forEach((port) => out.all(port)))).toMatchObject({ faults: [], sent: 4, created: 2 });
  expect(account((view, out) => out.to(0, view.rows[0]!)).faults).toEqual(['row 1 was forgotten']);
  expect(account((_, out) => [0, 0].forEach((port) => out.all(port))).faults).toHaveLength(3);
  expect(
    account((view, out) => {
      out.all(0);
      out.reject(view.rows[1]!, 'X_Y');
    }).faults,
  ).toEqual(['row 1: to default, then rejected X_Y']);
  expect(account((view, out) => [1, 0].forEach((index) => out.to(0, view.rows[index]!))).faults).toEqual(['order lost on default']);
  expect(account((_, out) => out.all(7)).faults).toHaveLength(2);
  expect(
    account((view, out) => {
      out.all(0);
      out.to(1, view.addRow(view.rows[0]!));
    }),
  ).toMatchObject({ faults: [], sent: 3, created: 1 });
});
