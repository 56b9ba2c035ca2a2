import type { EventRandom } from './event-random.ts';

const words =
  'request session accepted connection closed from upstream timeout retry worker queue cache miss hit user login token expired renewed policy matched rule denied allowed backend healthy degraded certificate reload configuration applied snapshot committed replica lag leader election shard balance payload checksum verified'.split(
    ' ',
  );
const accented = ['sesión', 'contraseña', 'España', 'größe', 'naïve', '東京', 'café'];

/** A sentence of `count` words. */
export function sentence(random: EventRandom, count: number): string {
  let text = random.pick(words);
  for (let n = 1; n < count; n += 1) text += ` ${random.pick(words)}`;
  return text;
}

export const accentedWord = (random: EventRandom): string => random.pick(accented);

export const address = (random: EventRandom): string =>
  `${random.between(1, 223)}.${random.below(256)}.${random.below(256)}.${random.between(1, 254)}`;

const firstMs = Date.UTC(2026, 10, 21, 8, 0, 0);

/** Time of an event, 3 ms after the one before. */
export const eventTimeMs = (index: number): number => firstMs + index * 3;

export const isoTime = (index: number): string => new Date(eventTimeMs(index)).toISOString();

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'curl/8.16.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15',
];
export const userAgent = (random: EventRandom): string => random.pick(agents);
const users = ['-', '-', '-', 'ana', 'bruno', 'carla', 'diego'];
export const userName = (random: EventRandom): string => random.pick(users);
const methods = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'];
export const httpMethod = (random: EventRandom): string => random.pick(methods);
const statuses = [200, 200, 200, 201, 204, 301, 304, 400, 403, 404, 500, 503];
export const httpStatus = (random: EventRandom): number => random.pick(statuses);
