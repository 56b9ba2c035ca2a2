import { EventRandom } from './event-random.ts';

export const lookupRows = 10_000;

const zones = ['internal', 'dmz', 'guest', 'branch'];
const owners = ['finance', 'sales', 'it-operations', 'research', 'logistics'];

export interface LookupRow {
  readonly ip: string;
  readonly zone: string;
  readonly owner: string;
  readonly risk: number;
}

/** Who stands behind an inner address. */
export function lookupRow(row: number): LookupRow {
  const random = new EventRandom(5, row);
  return {
    ip: `10.${(row >> 8) & 255}.${row & 255}.${random.between(1, 254)}`,
    zone: random.pick(zones),
    owner: random.pick(owners),
    risk: random.below(100),
  };
}

export const allLookupRows = (): LookupRow[] => Array.from({ length: lookupRows }, (_, row) => lookupRow(row));
