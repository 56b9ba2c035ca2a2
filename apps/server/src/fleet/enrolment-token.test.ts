import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { createEnrolmentToken } from './enrolment-token.ts';

test('no command to join a worker has a token that is read as another option', () => {
  for (let first = 0; first < 256; first += 1) {
    const token = createEnrolmentToken({ bytes: (n) => new Uint8Array(n).fill(first) });
    expect(token).toMatch(/^enrol_[\w-]{43}$/);
    expect(parseArgs({ args: ['--token', token], options: { token: { type: 'string' } } }).values).toEqual({ token });
  }
});
