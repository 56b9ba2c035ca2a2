import { EventRandom } from './event-random.ts';
import { address, eventTimeMs, httpMethod, httpStatus, userAgent, userName } from './words.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** A request in the web servers' combined log format; about 200 bytes. The path ends in the event's number. */
export function accessEvent(index: number) {
  const random = new EventRandom(3, index);
  const at = new Date(eventTimeMs(index));
  return {
    remote: address(random),
    user: userName(random),
    time: `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`,
    method: httpMethod(random),
    path: `/shop/item/${random.below(10_000)}?ref=${random.below(64)}&id=${index}`,
    status: httpStatus(random),
    bytes: random.below(200_000),
    referer: `https://www.example.com/list/${random.below(500)}`,
    agent: userAgent(random),
  };
}
export type AccessEvent = ReturnType<typeof accessEvent>;

export const accessLine = (event: AccessEvent): string =>
  `${event.remote} - ${event.user} [${event.time}] "${event.method} ${event.path} HTTP/1.1" ${event.status} ${event.bytes} "${event.referer}" "${event.agent}"`;
