import { AppError, type Clock } from '@acequia/base';
import { fleetHeaders } from '@acequia/contract/fleet';
import { requestTextOf, verifyText } from '@acequia/contract/fleet-crypto';
import type { GateDb } from '../db/database.ts';
import { advanceEpoch, findWorker, spendNonce, type WorkerRow } from './fleet.store.ts';

export interface SignedParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Of the body (`bodyDigest`); whether it is the one of the body, who reads that checks. */
  readonly digest: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Refused for now: a nonce used before. The worker tries again with new ones. */
export class StaleRequest extends Error {
  override readonly name = 'StaleRequest';
}

/** Refused: a later start of the worker is known. A start that is not over asks for an opening, with an epoch above this one. */
export class EarlierStart extends Error {
  override readonly name = 'EarlierStart';
  readonly epoch: number;

  constructor(epoch: number) {
    super('a later start of this worker is known');
    this.epoch = epoch;
  }
}

export interface RequestCheck {
  /** The worker that signed a request. Throws ACQ-FLEET-SIGNATURE (unknown, revoked, wrong signature), `EarlierStart` or `StaleRequest`. */
  check(parts: SignedParts): Promise<WorkerRow>;
}

const noncesKept = 4096;

/**
 * A stream's nonce is spent in the database, so no server takes it again. Reports carry a growing number that the database checks, so
 * for them the nonces of each server's memory suffice: a repeated report changes nothing.
 */
export function createRequestCheck(gate: GateDb, clock: Clock): RequestCheck {
  const seen = new Map<string, { epoch: number; nonces: Set<string> }>();
  const spendInMemory = (worker: string, epoch: number, nonce: string): boolean => {
    const known = seen.get(worker);
    const current = known && known.epoch === epoch ? known : { epoch, nonces: new Set<string>() };
    seen.set(worker, current);
    if (current.nonces.has(nonce)) return false;
    current.nonces.add(nonce);
    if (current.nonces.size > noncesKept) current.nonces.delete(current.nonces.values().next().value ?? nonce);
    return true;
  };
  return {
    check: async ({ method, path, digest, headers }) => {
      const header = (name: string): string => {
        const value = headers[name];
        return typeof value === 'string' ? value : '';
      };
      const [id, epochText, nonce, signature] = [
        header(fleetHeaders.worker),
        header(fleetHeaders.epoch),
        header(fleetHeaders.nonce),
        header(fleetHeaders.signature),
      ];
      if (!/^\w{1,64}$/.test(id) || !/^\d{1,15}$/.test(epochText) || !/^[0-9a-f]{32}$/.test(nonce))
        throw new AppError('ACQ-FLEET-SIGNATURE');
      const worker = await findWorker(gate, id);
      if (!worker || worker.revoked) throw new AppError('ACQ-FLEET-SIGNATURE');
      if (!verifyText(requestTextOf(method, path, epochText, nonce, digest), signature, worker.signingKey))
        throw new AppError('ACQ-FLEET-SIGNATURE');
      const epoch = Number(epochText);
      if (epoch < worker.epoch) throw new EarlierStart(worker.epoch);
      if (epoch > worker.epoch) await advanceEpoch(gate, id, Math.min(epoch, clock.now() + aheadMs));
      const fresh = method === 'GET' ? await spendNonce(gate, id, nonce, epoch) : spendInMemory(id, epoch, nonce);
      if (!fresh) throw new StaleRequest('this nonce was used before');
      return worker;
    },
  };
}

/** A worker whose clock runs ahead must not lock out its later starts for longer than this. */
const aheadMs = 60_000;
