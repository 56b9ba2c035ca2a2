import type { Slot } from './view.ts';

/** Names of the internal fields (catalogue 1.3), in the order of their fixed slots: the slot of a name is its index here, in every slot table. */
export const internalFields = [
  '_id',
  '_raw',
  '_time',
  '_received',
  '_listener',
  '_listener_name',
  '_listener_type',
  '_label',
  '_source_ip',
  '_source_port',
  '_transport',
  '_tls_subject',
  '_credential',
  '_bytes',
  '_cluster',
  '_worker',
  '_flags',
  '_error',
  '_replay',
] as const;
export type InternalField = (typeof internalFields)[number];

/** Fixed slots of the internal fields; `slot < internalSlotCount` says that a slot is internal. */
export const internalSlots = {
  id: 0,
  raw: 1,
  time: 2,
  received: 3,
  listener: 4,
  listenerName: 5,
  listenerType: 6,
  label: 7,
  sourceIp: 8,
  sourcePort: 9,
  transport: 10,
  tlsSubject: 11,
  credential: 12,
  bytes: 13,
  cluster: 14,
  worker: 15,
  flags: 16,
  error: 17,
  replay: 18,
} as const satisfies Record<string, Slot>;

export const internalSlotCount = internalFields.length;
