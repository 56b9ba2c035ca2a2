import { dayMs, hourMs, minuteMs } from '@acequia/base';
import { expect, it } from 'vitest';
import { spanWords } from './span-words.ts';

it('says the two largest units, in both languages', () => {
  expect(spanWords(3 * dayMs + 4 * hourMs + 9 * minuteMs, 'en')).toBe('3 days 4 hours');
  expect(spanWords(hourMs + minuteMs, 'es')).toBe('1 hora 1 minuto');
  expect(spanWords(2 * dayMs + minuteMs, 'en')).toBe('2 days');
});
it('does not say nothing for less than a minute', () => expect(spanWords(10, 'en')).toBe('1 minute'));
