import { MiB, senderOf } from '@acequia/base';
import { createByteBudget, type ByteHold } from '@acequia/wire';
import { addressShare } from './refusals.ts';
import { totalmem } from 'node:os';

/** Part of the worker's memory for bodies that are being received, and its bounds on small and large machines. */
const memoryShare = 1 / 8;
const leastBytes = 128 * MiB;
const mostBytes = 1024 * MiB;

const constrained = process.constrainedMemory();
const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
const bodiesMax = Math.min(mostBytes, Math.max(leastBytes, Math.floor(memoryBytes * memoryShare)));

/** Part of the worker's bytes that the listeners of one tenant may have together, so that two of them leave room for other tenants. */
const tenantShare = 3 / 4;
/** Part of the worker's bytes that one listener may have. */
const listenerShare = 1 / 2;

/** What the bodies under way to one listener may hold. */
export interface ListenerBodies {
  readonly heldBytes: number;
  /** Of a sender; undefined for one that passes on what many send. */
  open(address: string | undefined): ByteHold;
}

/** Shares out the bytes that all bodies under way to a worker may hold: to tenants, their listeners, and the senders of one. */
export function createBodies(maxBytes: number): (tenantId: string) => ListenerBodies {
  const tenants = createByteBudget(maxBytes).shares(maxBytes * tenantShare);
  return (tenantId) => {
    const listener = tenants(tenantId).share(maxBytes * listenerShare);
    const senders = listener.shares(maxBytes * listenerShare * addressShare);
    return {
      get heldBytes() {
        return listener.heldBytes;
      },
      open: (address) => (address === undefined ? listener : senders(senderOf(address))).open(),
    };
  };
}

/** Of a listener of this worker. */
export const bodiesOfListener = createBodies(bodiesMax);
