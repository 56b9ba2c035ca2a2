import { AppError, createId, minuteMs, type Random } from '@acequia/base';
import type { Label, LabelCounts } from '@acequia/contract';
import { nameKey } from '@acequia/domain';
import { builtInLabels } from '@acequia/pipeline';
import { nameTaken } from '../../db/constraint.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import { dependentsOf, releaseDependents } from '../pipelines/dependents.service.ts';
import { readLabelCounts } from './label-figures.store.ts';
import { presentBuiltIn, presentLabel } from './labels.present.ts';
import { deleteLabel, findLabel, insertLabel, lockListenerLabels, readLabels, updateLabel, type LabelRow } from './labels.store.ts';
import { readCondition } from './read-condition.ts';

export { readCondition };

/** Catalogue 0.4: labels of a listener, built-in ones aside. */
export const labelsMax = 32;

interface LabelText {
  readonly name: string;
  readonly description: string;
  readonly condition: unknown;
}

export interface LabelsService {
  list(scope: TenantScope, listenerId?: string): Promise<Label[]>;
  create(scope: TenantScope, input: LabelText & { readonly listenerId: string }): Promise<Label>;
  update(scope: TenantScope, input: LabelText & { readonly id: string }): Promise<Label>;
  remove(scope: TenantScope, id: string, confirmed: boolean): Promise<Record<never, never>>;
  /** Of the minute before the present one and the present one so far. */
  counts(scope: TenantScope, listenerId: string): Promise<LabelCounts>;
}

export function createLabelsService(listeners: ListenersService, random: Random): LabelsService {
  const present = async (scope: TenantScope, row: LabelRow) => presentLabel(row, (await dependentsOf(scope, 'label', [row.id]))(row.id));
  const require = async (scope: TenantScope, id: string) => {
    const row = await findLabel(scope.tx, id);
    if (!row) throw new AppError('ACQ-NOT-FOUND');
    scope.subject(row.name);
    return row;
  };
  return {
    list: async (scope, listenerId) => {
      const known = await listeners.list(scope);
      const rows = await readLabels(scope.tx, listenerId);
      const uses = await dependentsOf(scope, 'label');
      return known
        .filter((listener) => listenerId === undefined || listener.id === listenerId)
        .flatMap((listener) => [
          ...builtInLabels.map((id) => presentBuiltIn(id, listener.id)),
          ...rows.filter((row) => row.listenerId === listener.id).map((row) => presentLabel(row, uses(row.id))),
        ]);
    },
    create: async (scope, input) => {
      await listeners.find(scope, input.listenerId);
      await lockListenerLabels(scope.tx, input.listenerId);
      const others = await readLabels(scope.tx, input.listenerId);
      if (others.length >= labelsMax) throw new AppError('ACQ-TOO-MANY', { fields: { max: labelsMax } });
      assertNameFree(input.name, others);
      const row: LabelRow = {
        tenantId: scope.tenantId,
        id: createId('label', random),
        listenerId: input.listenerId,
        name: input.name,
        description: input.description,
        condition: readCondition(input.condition),
        createdAt: scope.now,
      };
      await insertLabel(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'label', row.id);
      return present(scope, row);
    },
    update: async (scope, input) => {
      const before = await require(scope, input.id);
      // Two labels from before that differ in capitals alone keep their names.
      if (nameKey(input.name) !== nameKey(before.name)) {
        await lockListenerLabels(scope.tx, before.listenerId);
        assertNameFree(input.name, await readLabels(scope.tx, before.listenerId));
      }
      const row: LabelRow = { ...before, name: input.name, description: input.description, condition: readCondition(input.condition) };
      await updateLabel(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'label', row.id);
      return present(scope, row);
    },
    remove: async (scope, id, confirmed) => {
      const row = await require(scope, id);
      await releaseDependents(scope, 'label', row, confirmed);
      await deleteLabel(scope.tx, id);
      await writeChange(scope, 'label', id);
      return {};
    },
    counts: async (scope, listenerId) => {
      await listeners.find(scope, listenerId);
      const from = (Math.floor(scope.now / minuteMs) - 1) * minuteMs;
      return readLabelCounts(scope.tx, listenerId, from);
    },
  };
}

/** The listener's labels are locked. */
function assertNameFree(name: string, others: readonly LabelRow[]): void {
  const key = nameKey(name);
  if (others.some((other) => nameKey(other.name) === key)) throw new AppError('WEB-00034', { fields: { name: 'taken' } });
}

const asNameTaken = nameTaken('labels_name', 'WEB-00034');
