import { parseConfig, type ConfigFault } from '@acequia/component-sdk/definition';
import { err, ok, type Clock, type Random, type Result } from '@acequia/base';
import type { SlotTable } from '@acequia/batch';
import { DeliveryError, type CompileContext, type LookupHandle, type Step } from '@acequia/component-sdk/runtime';
import { createPlan, type ActionNode, type DeployedPipeline, type Plan } from '@acequia/pipeline';
import type { Components } from '../options.ts';
import type { Fault } from '../status.ts';
import type { CompiledNode, CompiledPort, CompiledVersion } from './compiled-version.ts';

export interface CompileEnvironment {
  readonly components: Components;
  readonly slots: SlotTable;
  readonly clock: Clock;
  readonly random: Random;
  readonly worker: string;
  readonly cluster: string;
  secret(reference: string): string;
  lookup(id: string, version: number | undefined): LookupHandle;
  /** State of a keyed node to go on from. */
  restored(node: string, fingerprint: string): Uint8Array | undefined;
}

export type CompileFault = Fault & { readonly node?: string };

/** Compiles every step of a version. A fault names the node; nothing is left open behind it. */
export function compileVersion(pipeline: DeployedPipeline, environment: CompileEnvironment): Result<CompiledVersion, CompileFault> {
  const plan = createPlan(pipeline.document);
  if (!plan) return err({ code: 'PIPELINE_INVALID' });
  const indices = new Map([[plan.label.id, 0], ...plan.order.map((node, index) => [node.id, index + 1] as const)]);
  const compilePorts = (node: string, ports: readonly { id: string; kind: CompiledPort['kind'] }[]): CompiledPort[] =>
    ports.map(({ id, kind }) => ({ id, kind, targets: plan.targets(node, id).map((target) => indices.get(target)!) }));

  const nodes: CompiledNode[] = [labelNode(plan, compilePorts)];
  for (const node of plan.order) {
    const compiled =
      node.kind === 'action'
        ? compileAction(node, nodes.length, environment, compilePorts)
        : compileDatasink(node, nodes.length, environment, compilePorts);
    if (!compiled.ok) {
      for (const earlier of nodes) earlier.step?.stop?.();
      return err({ ...compiled.error, node: node.id });
    }
    nodes.push(compiled.value);
  }
  return ok({ nodes, listenerId: plan.label.listenerId, labelId: plan.label.labelId, keyed: nodes.some((node) => node.keyed) });
}

type PortCompiler = (node: string, ports: readonly { id: string; kind: CompiledPort['kind'] }[]) => CompiledPort[];

function labelNode(plan: Plan, ports: PortCompiler): CompiledNode {
  const compiled = ports(plan.label.id, [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ]);
  return { index: 0, id: plan.label.id, component: 'label', ports: compiled, errorPort: 1, keyed: false, fingerprint: '' };
}

function compileAction(
  node: ActionNode,
  index: number,
  environment: CompileEnvironment,
  compilePorts: PortCompiler,
): Result<CompiledNode, Fault> {
  const component = environment.components.action(node.component, node.version);
  if (!component) return err({ code: 'COMPONENT_UNKNOWN', message: `${node.component} ${node.version}` });
  const parsed = parseConfig(component.definition.config, node.config);
  if (!parsed.ok) return err({ code: 'CONFIG_INVALID', message: faultText(parsed.error) });
  const ports = compilePorts(node.id, component.definition.ports(parsed.value));
  const fingerprint = `${node.component} ${node.version} ${JSON.stringify(node.config)}`;
  const restored = environment.restored(node.id, fingerprint);
  const context: CompileContext = {
    slots: environment.slots,
    clock: environment.clock,
    random: environment.random,
    worker: environment.worker,
    cluster: environment.cluster,
    node: node.id,
    secret: environment.secret,
    lookup: (id, version) => environment.lookup(id, version),
    linked: (id) => ports.some((port) => port.id === id && port.targets.length > 0),
    port: (id) => portNumber(ports, id),
    ...(restored ? { restored } : {}),
  };
  const step = attempt(() => component.runtime.compile(parsed.value as never, context));
  if (!step.ok) return step;
  return ok({
    index,
    id: node.id,
    component: node.component,
    step: step.value,
    ports,
    fingerprint,
    errorPort: ports.findIndex((port) => port.id === 'error'),
    keyed: step.value.snapshot !== undefined,
  });
}

function compileDatasink(
  node: Extract<Plan['order'][number], { kind: 'datasink' }>,
  index: number,
  environment: CompileEnvironment,
  compilePorts: PortCompiler,
): Result<CompiledNode, Fault> {
  const component = environment.components.datasink(node.component, node.version);
  if (!component) return err({ code: 'COMPONENT_UNKNOWN', message: `${node.component} ${node.version}` });
  const parsed = parseConfig(component.definition.node, node.config);
  if (!parsed.ok) return err({ code: 'CONFIG_INVALID', message: faultText(parsed.error) });
  const ports = compilePorts(node.id, component.definition.ports(parsed.value));
  return ok({
    index,
    id: node.id,
    component: node.component,
    datasink: node,
    ports,
    fingerprint: '',
    keyed: false,
    errorPort: ports.findIndex((port) => port.id === 'error'),
  });
}

/** Numbers below zero mean that nothing is linked there; each still tells the engine which port it was, so that it can count. */
function portNumber(ports: readonly CompiledPort[], id: string): number {
  const index = ports.findIndex((port) => port.id === id);
  if (index >= 0 && ports[index]!.targets.length > 0) return index;
  return -1 - (index < 0 ? ports.length : index);
}

function attempt(compile: () => Step): Result<Step, Fault> {
  try {
    return ok(compile());
  } catch (error) {
    return err(faultOf(error));
  }
}

export function faultOf(error: unknown): Fault {
  if (error instanceof DeliveryError)
    return { code: error.code, ...(error.detail.message === undefined ? {} : { message: error.detail.message }) };
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

/** The first faults of a configuration, for a status. */
export function faultText(faults: readonly ConfigFault[]): string {
  return faults
    .slice(0, 3)
    .map(({ path, code }) => `${path}: ${code}`)
    .join('; ');
}
