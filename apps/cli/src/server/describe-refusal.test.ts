import { expect, test } from 'vitest';
import { describeRefusal } from './describe-refusal.ts';
import { ServerRefusal } from './server-refusal.ts';

const said = (code: string, fields?: Record<string, string | number>) => describeRefusal(new ServerRefusal(code, fields));

test('a refusal is not a bare code: it says what happened, why, and which command is next', () => {
  expect(said('ACQ-EGRESS-RULES')).toMatch(
    /^The server refused: First list where organizations may send\. .*`acequia installation egress`.* \(ACQ-EGRESS-RULES\)$/,
  );
});

test('fields are named once, and a field that is refused says why', () => {
  expect(said('ACQ-WORKER-ONLINE', { name: 'one' })).toMatch(/The worker one is online\. .*\(ACQ-WORKER-ONLINE\)$/);
  expect(said('WEB-00022', { owner: 'WEB-00030' })).toMatch(/\(WEB-00022, owner: Value cannot be empty\)$/);
});

test('a code that only a newer server knows is still told, and so is a server that is gone', () => {
  expect(said('ACQ-OF-TOMORROW', { left: 2 })).toBe('The server refused: ACQ-OF-TOMORROW, left: 2.');
  expect(said('NETWORK')).toBe('The server no longer answers. Check that it runs, then try again.');
});
