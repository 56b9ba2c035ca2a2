import { createHash } from 'node:crypto';
import { AppError, createId, minuteMs, type Clock, type Random } from '@acequia/base';
import type { EnrolAnswer, EnrolRequest } from '@acequia/contract/fleet';
import { workerSilenceMs } from '@acequia/domain';
import type { GateDb } from '../db/database.ts';
import { insertEnrolment, insertWorker, spendEnrolment } from './fleet.store.ts';

export const enrolmentLastsMs = 15 * minuteMs;

export interface Enrolment {
  /** A single-use token that lasts 15 minutes. */
  issue(clusterId: string): Promise<string>;
  enrol(request: EnrolRequest): Promise<EnrolAnswer>;
}

export function createEnrolment(gate: GateDb, clock: Clock, random: Random, serverKey: string): Enrolment {
  return {
    issue: async (clusterId) => {
      const token = Buffer.from(random.bytes(32)).toString('base64url');
      await insertEnrolment(gate, { tokenHash: tokenHash(token), clusterId, expiresAt: clock.now() + enrolmentLastsMs });
      return token;
    },
    enrol: ({ token, name, signingKey, sealingKey }) =>
      gate.transaction(async (tx) => {
        const now = clock.now();
        const clusterId = await spendEnrolment(tx, tokenHash(token), now);
        if (clusterId === undefined) throw new AppError('ACQ-FLEET-TOKEN');
        const workerId = createId('worker', random);
        const workerNumber = await insertWorker(
          tx,
          { id: workerId, clusterId, name, signingKey, sealingKey, createdAt: now },
          now - workerSilenceMs / 6,
        );
        return { workerId, clusterId, workerNumber, serverKey };
      }),
  };
}

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
