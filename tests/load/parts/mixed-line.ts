import { EventRandom } from '../bench/data/event-random.ts';

const keyCount = 300;
const shapeCount = 200;
const shapes = Array.from({ length: shapeCount }, (_, shape) => {
  const random = new EventRandom(50, shape);
  return [...new Set(Array.from({ length: random.between(8, 18) }, () => `key_${random.below(keyCount)}`))];
});

/** A line of JSON in one of 200 orders of 300 keys; a fifth of its values with escapes. */
export function mixedLine(index: number): string {
  const random = new EventRandom(51, index);
  const level = random.chance(50) ? 'info' : 'warn';
  const members = random.pick(shapes).map((key) => [key, random.chance(20) ? `a "b" \\ c\t${random.next()}` : `value ${random.next()}`]);
  return JSON.stringify({ level, remote_addr: `10.0.0.${random.below(255)}`, ...Object.fromEntries(members) });
}

/** The same with a key that no other line has. */
export function newKeyLine(index: number): string {
  return `${mixedLine(index).slice(0, -1)},"new_${index}":1}`;
}
