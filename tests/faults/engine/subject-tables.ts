import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { silentLog } from '@acequia/base';
import type { ApplyReport, Engine } from '@acequia/engine';
import type { DeployedLookup, Deployment } from '@acequia/pipeline';
import { LookupFiles } from '../../../apps/worker/src/lookups/lookup-files.ts';
import { LookupTables } from '../../../apps/worker/src/lookups/lookup-tables.ts';

export const lookupId = 'LK_1';
export const keyInTable = 'all';

/** One row, whose cell is the version. */
const fileOf = (number: number): string => `k,version\n${keyInTable},${number}\n`;

/** A lookup of which this version is in force. */
export function lookupAt(number: number): DeployedLookup {
  const file = fileOf(number);
  const sha256 = createHash('sha256').update(file).digest('hex');
  return {
    id: lookupId,
    tenantId: 't1',
    format: 'csv',
    separator: ',',
    keyColumn: 'k',
    activeNumber: number,
    versions: [{ id: `LV_${number}`, number, bytes: file.length, sha256 }],
  };
}

/** A worker's tables, with their files in the journal's folder. A version that is not in force is not given out a second time. */
export class SubjectTables {
  readonly tables: LookupTables;
  #inForce = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.tables = new LookupTables({
      files: new LookupFiles(join(folder, 'lookups')),
      fetchFile: async (versionId) => {
        const number = Number(versionId.slice('LV_'.length));
        if (number !== this.#inForce) throw new Error(`version ${number} is not in force and not on the disk`);
        return new Blob([fileOf(number)]).stream() as ReadableStream<Uint8Array>;
      },
      log: silentLog,
    });
  }

  /** As a worker applies a deployment. */
  apply(engine: Engine, deployment: Deployment): Promise<ApplyReport> {
    const report = this.#turn.then(() => this.#apply(engine, deployment));
    this.#turn = report.catch(() => undefined);
    return report;
  }

  /** Gives up what nothing needs, in its turn. */
  release(engine: Engine, deployment: () => Deployment): void {
    this.#turn = this.#turn.then(() => this.#release(engine, deployment()));
  }

  async #apply(engine: Engine, deployment: Deployment): Promise<ApplyReport> {
    const [lookup] = deployment.lookups ?? [];
    this.#inForce = lookup?.activeNumber ?? 0;
    const wanted = [...(deployment.lookups ?? []), ...engine.tablesInUse()];
    this.tables.want(wanted, { again: true });
    await this.tables.settled();
    this.tables.want(wanted, { again: false });
    if (this.tables.faults().length > 0) throw new Error('a table that is needed cannot be had');
    const report = await engine.apply(deployment);
    this.#release(engine, deployment);
    return report;
  }

  #release(engine: Engine, deployment: Deployment): void {
    if (this.tables.release([...(deployment.lookups ?? []), ...engine.tablesInUse()])) engine.tablesReleased();
  }
}
