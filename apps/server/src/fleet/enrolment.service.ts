import { createHash } from 'node:crypto';
import { AppError, createId, minuteMs, type Clock, type Random } from '@acequia/base';
import type { EnrolAnswer, EnrolRequest, WorkerLog } from '@acequia/contract/fleet';
import { workerSilenceMs } from '@acequia/domain';
import type { GateDb } from '../db/database.ts';
import { createEnrolmentToken } from './enrolment-token.ts';
import { findJoined, holdLog, insertEnrolment, insertWorker, noteToken, spendEnrolment } from './fleet.store.ts';

export const enrolmentLastsMs = 15 * minuteMs;

export interface Enrolment {
  /** A single-use token that lasts 15 minutes; with `tx`, once that is committed. */
  issue(clusterId: string, tx?: GateDb): Promise<string>;
  /** Who asks again with the same keys, because the answer was lost, is answered the same; with a spent token only if it joined with that. */
  enrol(request: EnrolRequest): Promise<EnrolAnswer>;
  /** The log of a worker that has joined; workers of before logs had identities have none yet. */
  log(workerId: string): Promise<WorkerLog>;
}

export interface EnrolmentDeps {
  readonly gate: GateDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly serverKey: string;
  /** The server knows this worker no longer. */
  readonly onRevoked: (workerId: string) => void;
}

export function createEnrolment({ gate, clock, random, serverKey, onRevoked }: EnrolmentDeps): Enrolment {
  const newLog = (workerId: string) => ({ id: createId('log', random), workerId, createdAt: clock.now() });
  return {
    issue: async (clusterId, tx = gate) => {
      const token = createEnrolmentToken(random);
      await insertEnrolment(tx, { tokenHash: tokenHash(token), clusterId, expiresAt: clock.now() + enrolmentLastsMs });
      return token;
    },
    enrol: async ({ token, name, signingKey, sealingKey }) => {
      const { answer, revoked } = await gate.transaction(async (tx) => {
        const now = clock.now();
        const hash = tokenHash(token);
        const clusterId = await spendEnrolment(tx, hash, now);
        const joined = await findJoined(tx, { signingKey, sealingKey }, { clusterId, tokenHash: hash });
        if (joined) {
          await noteToken(tx, joined.id, hash);
          const log = await holdLog(tx, newLog(joined.id));
          return { revoked: [], answer: { workerId: joined.id, clusterId: joined.clusterId, log, serverKey } };
        }
        if (clusterId === undefined) throw new AppError('ACQ-FLEET-TOKEN');
        const workerId = createId('worker', random);
        const revoked = await insertWorker(
          tx,
          { id: workerId, clusterId, name, signingKey, sealingKey, joinedWith: hash, createdAt: now },
          now - workerSilenceMs / 6,
        );
        return { revoked, answer: { workerId, clusterId, log: await holdLog(tx, newLog(workerId)), serverKey } };
      });
      for (const id of revoked) onRevoked(id);
      return answer;
    },
    log: (workerId) => holdLog(gate, newLog(workerId)),
  };
}

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
