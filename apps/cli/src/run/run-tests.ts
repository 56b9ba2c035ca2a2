import { randomBytes } from 'node:crypto';
import { err, ok, systemClock, type Result } from '@acequia/base';
import { createSlotTable } from '@acequia/batch';
import { parseConfig } from '@acequia/component-sdk/definition';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { runTrace, type Components, type TraceInput, type TraceResult } from '@acequia/engine';
import type { TableShelf } from '@acequia/lookup';
import { evaluateTest, frozenMsOf, type DeployedListener, type InputFormat, type PipelineTest, type TestVerdict } from '@acequia/pipeline';
import { loadLookups } from './load-lookups.ts';
import { deployedListener, pair } from './local-deployment.ts';
import { listenerOf, type PipelineFile } from './pipeline-file.ts';

export interface FileTestResult extends TestVerdict {
  readonly name: string;
}

/** Runs the tests of a pipeline file with the engine of the workers; the fault is one line for a person. */
export async function runTests(file: PipelineFile): Promise<Result<readonly FileTestResult[], string>> {
  const tables = await loadLookups(file.lookups);
  if (!tables.ok) return tables;
  const { component, config } = listenerOf(file.input);
  const definition = findListener(component)!;
  const parsed = parseConfig(definition.config, config);
  if (!parsed.ok) return err(`${component}: ${parsed.error[0]?.path ?? ''}`);
  const listener = deployedListener(file, { definition, config: parsed.value });
  return ok(
    file.tests.map((test) => ({
      name: test.name,
      ...evaluateTest(test, file.document, traceOf(file, test, listener, tables.value)),
    })),
  );
}

const components: Components = {
  listener: (id) => pair(findListener(id), findListenerRuntime(id)),
  action: (id) => pair(findAction(id), findActionRuntime(id)),
  datasink: (id) => pair(findDatasink(id), findDatasinkRuntime(id)),
};

function traceOf(file: PipelineFile, test: PipelineTest, listener: DeployedListener, tables: TableShelf): TraceResult {
  const frozenMs = frozenMsOf(test) ?? systemClock.now();
  return runTrace({
    document: file.document,
    components,
    slots: createSlotTable(),
    clock: systemClock,
    random: { bytes: (n) => randomBytes(n) },
    lookup: (id, version) => {
      const block = tables.block(id, version);
      if (block === undefined) throw new Misconfigured('LOOKUP_UNAVAILABLE', { message: id });
      return { block: () => block };
    },
    secret: (reference) => {
      throw new Misconfigured('SECRET_UNAVAILABLE', { message: reference });
    },
    input: inputOf(test, file.input),
    listener,
    frozenMs,
  });
}

function inputOf({ input }: PipelineTest, format: InputFormat): TraceInput {
  if ('events' in input) return { kind: 'events', json: input.events };
  const attributes = input.attributes ?? (format === 'json' ? jsonElement : undefined);
  return { kind: 'raw', frames: input.raw, ...(attributes ? { attributes } : {}) };
}

/** As the lines of a run: each is one JSON value. */
const jsonElement = { element: 'json' };
