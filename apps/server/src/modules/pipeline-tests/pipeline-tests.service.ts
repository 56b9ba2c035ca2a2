import { AppError, createId, type Random } from '@acequia/base';
import type { SavedTest, TestResult } from '@acequia/contract';
import { evaluateTest, frozenMsOf, testsMax, type PipelineTest } from '@acequia/pipeline';
import { nameTaken } from '../../db/constraint.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import type { PreparedTrace, TraceHow, TracesService } from '../traces/traces.service.ts';
import {
  countDraftTests,
  deleteTest,
  lockDraftTest,
  insertTests,
  readTests,
  updateTest,
  type PipelineTestRow,
} from './pipeline-tests.store.ts';

/** Which tests of which version; `Main` is the draft. */
export interface TestSelection {
  readonly pipelineId: string;
  readonly version: string;
  /** Absent: all. */
  readonly ids?: readonly string[] | undefined;
}

/** Tests with the document that is to run, read in one moment. */
export interface PreparedTests {
  readonly trace: PreparedTrace;
  readonly tests: readonly { readonly id: string; readonly test: PipelineTest }[];
}

export interface PipelineTestsService {
  list(scope: TenantScope, selection: Omit<TestSelection, 'ids'>): Promise<SavedTest[]>;
  save(
    scope: TenantScope,
    input: {
      readonly pipelineId: string;
      readonly id?: string | undefined;
      readonly revision?: number | undefined;
      readonly test: PipelineTest;
    },
  ): Promise<SavedTest>;
  import(scope: TenantScope, input: { readonly pipelineId: string; readonly tests: readonly PipelineTest[] }): Promise<SavedTest[]>;
  remove(scope: TenantScope, input: { readonly pipelineId: string; readonly id: string }): Promise<Record<never, never>>;
  prepare(scope: TenantScope, selection: TestSelection): Promise<PreparedTests>;
  /** One after the other, without a transaction. */
  run(prepared: PreparedTests): Promise<TestResult[]>;
}

export interface PipelineTestsDeps {
  readonly pipelines: PipelinesService;
  readonly traces: TracesService;
  readonly random: Random;
}

const draftVersion = 'Main';
const asNameTaken = nameTaken('pipeline_tests_name', 'WEB-12006');

export function createPipelineTestsService({ pipelines, traces, random }: PipelineTestsDeps): PipelineTestsService {
  const versionOf = async (scope: TenantScope, { pipelineId, version }: Omit<TestSelection, 'ids'>) => {
    const found = await pipelines.getVersion(scope, pipelineId, version);
    return { document: found.document, versionId: found.version === draftVersion ? null : found.id };
  };
  const present = async (scope: TenantScope, rows: readonly PipelineTestRow[]): Promise<SavedTest[]> => {
    const names = await memberNames(scope);
    return rows.map(({ id, revision, test, updatedAt, updatedBy }) => ({ id, revision, test, updatedAt, updatedBy: names(updatedBy) }));
  };
  const newRow = (scope: TenantScope, pipelineId: string, test: PipelineTest): PipelineTestRow => ({
    tenantId: scope.tenantId,
    id: createId('pipelineTest', random),
    pipelineId,
    versionId: null,
    name: test.name,
    test,
    revision: 1,
    createdAt: scope.now,
    createdBy: scope.userId,
    updatedAt: scope.now,
    updatedBy: scope.userId,
  });
  const changed = (scope: TenantScope, row: PipelineTestRow, test: PipelineTest): PipelineTestRow => ({
    ...row,
    name: test.name,
    test,
    revision: row.revision + 1,
    updatedAt: scope.now,
    updatedBy: scope.userId,
  });
  const assertRoom = async (scope: TenantScope, pipelineId: string, more: number) => {
    if ((await countDraftTests(scope.tx, pipelineId)) + more > testsMax)
      throw new AppError('ACQ-TESTS-MANY', { fields: { max: testsMax } });
  };
  return {
    list: async (scope, selection) => {
      const { versionId } = await versionOf(scope, selection);
      return present(scope, await readTests(scope.tx, selection.pipelineId, versionId));
    },
    save: async (scope, { pipelineId, id, revision, test }) => {
      await pipelines.find(scope, pipelineId);
      const before = id === undefined ? undefined : await lockDraftTest(scope.tx, pipelineId, id);
      if (id !== undefined && !before) throw new AppError('ACQ-NOT-FOUND');
      if (before && before.revision !== revision)
        throw new AppError('ACQ-CONFLICT', { fields: { by: (await memberNames(scope))(before.updatedBy), at: before.updatedAt } });
      if (!before) await assertRoom(scope, pipelineId, 1);
      const row = before ? changed(scope, before, test) : newRow(scope, pipelineId, test);
      await (before ? updateTest(scope.tx, row) : insertTests(scope.tx, [row])).catch(asNameTaken);
      await writeChange(scope, 'pipeline-test', pipelineId);
      return (await present(scope, [row]))[0]!;
    },
    import: async (scope, { pipelineId, tests }) => {
      await pipelines.find(scope, pipelineId);
      const there = new Map((await readTests(scope.tx, pipelineId, null)).map((row) => [row.name, row]));
      const fresh = tests.filter(({ name }) => !there.has(name));
      await assertRoom(scope, pipelineId, fresh.length);
      for (const test of tests) {
        const before = there.get(test.name);
        if (before) await updateTest(scope.tx, changed(scope, before, test));
      }
      if (fresh.length > 0)
        await insertTests(
          scope.tx,
          fresh.map((test) => newRow(scope, pipelineId, test)),
        );
      await writeChange(scope, 'pipeline-test', pipelineId);
      return present(scope, await readTests(scope.tx, pipelineId, null));
    },
    remove: async (scope, { pipelineId, id }) => {
      await pipelines.find(scope, pipelineId);
      if (!(await lockDraftTest(scope.tx, pipelineId, id))) throw new AppError('ACQ-NOT-FOUND');
      await deleteTest(scope.tx, id);
      await writeChange(scope, 'pipeline-test', pipelineId);
      return {};
    },
    prepare: async (scope, selection) => {
      const { document, versionId } = await versionOf(scope, selection);
      const rows = await readTests(scope.tx, selection.pipelineId, versionId);
      const { ids } = selection;
      if (ids?.some((id) => !rows.some((row) => row.id === id))) throw new AppError('ACQ-NOT-FOUND');
      return {
        trace: await traces.prepare(scope, selection.pipelineId, document),
        tests: rows.filter(({ id }) => !ids || ids.includes(id)),
      };
    },
    run: async ({ trace, tests }) => {
      const results: TestResult[] = [];
      for (const { id, test } of tests) {
        const { passed, failures } = evaluateTest(test, trace.document, await traces.run(trace, howOf(test)));
        results.push({ id, name: test.name, passed, failures: [...failures] });
      }
      return results;
    },
  };
}

/** The version keeps the draft's tests as they are now. */
export async function keepTests(scope: TenantScope, pipelineId: string, versionId: string, random: Random): Promise<void> {
  const rows = await readTests(scope.tx, pipelineId, null);
  if (rows.length === 0) return;
  await insertTests(
    scope.tx,
    rows.map((row) => ({ ...row, id: createId('pipelineTest', random), versionId })),
  );
}

const howOf = (test: PipelineTest): TraceHow => ({ source: sourceOf(test), frozenMs: frozenMsOf(test) });

function sourceOf({ input }: PipelineTest): TraceHow['source'] {
  if ('events' in input) return { kind: 'events', json: input.events };
  return { kind: 'raw', frames: input.raw, ...(input.attributes ? { attributes: input.attributes } : {}) };
}
