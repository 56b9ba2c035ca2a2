import { EventRandom } from './event-random.ts';
import { accentedWord, address, httpMethod, httpStatus, isoTime, sentence, userAgent, userName } from './words.ts';

const levels = ['info', 'info', 'info', 'warn', 'error', 'debug'];
const places = [
  { country: 'ES', city: 'Sevilla' },
  { country: 'DE', city: 'Berlin' },
  { country: 'PT', city: 'Lisboa' },
];

/** A request as a web service logs it: 14 members, half of them `info`, 5 % with escapes, 2 % beyond ASCII; about 400 bytes. */
export function jsonEvent(index: number) {
  const random = new EventRandom(2, index);
  let message = sentence(random, random.between(4, 8));
  if (random.chance(5)) message += ' said "no" at C:\\tmp\tthen left';
  if (random.chance(2)) message += ` ${accentedWord(random)}`;
  return {
    time: isoTime(index),
    level: random.pick(levels),
    id: index,
    remote_addr: address(random),
    user: userName(random),
    method: httpMethod(random),
    path: `/api/v${random.between(1, 3)}/orders/${random.below(100_000)}`,
    status: httpStatus(random),
    bytes: random.below(200_000),
    duration: random.between(1, 9000) / 1000,
    upstream: `10.0.${random.below(8)}.${random.between(1, 254)}:8080`,
    agent: userAgent(random),
    geo: random.pick(places),
    message,
  };
}
export type JsonEvent = ReturnType<typeof jsonEvent>;

export const jsonLine = (event: JsonEvent): string => JSON.stringify(event);
