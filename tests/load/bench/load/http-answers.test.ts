import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HttpAnswers } from './http-answers.ts';

test('half an answer: however the bytes are cut, each answer is seen once', () => {
  const answer = fc.tuple(fc.integer({ min: 200, max: 599 }), fc.string({ unit: fc.constantFrom('a', '\r', '\n', '{'), maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 8 }), fc.array(fc.nat(400)), (answers, cuts) => {
      const bytes = Buffer.from(
        answers.map(([status, body]) => `HTTP/1.1 ${status} X\r\nContent-Length: ${body.length}\r\nx: y\r\n\r\n${body}`).join(''),
      );
      const seen: number[] = [];
      const reader = new HttpAnswers((status) => seen.push(status));
      let from = 0;
      for (const cut of [...cuts.filter((place) => place <= bytes.length).toSorted((a, b) => a - b), bytes.length]) {
        reader.push(bytes.subarray(from, cut));
        from = cut;
      }
      expect(seen).toEqual(answers.map(([status]) => status));
    }),
  );
});
