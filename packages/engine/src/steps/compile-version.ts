import { parseConfig, type ConfigFault, type Port } from '@acequia/component-sdk/definition';
import { err, ok, type Clock, type Random, type Result } from '@acequia/base';
import { createMadeEvents, type Kernels, type SlotTable } from '@acequia/batch';
import { DeliveryError, type CompileContext, type LookupHandle, type Step } from '@acequia/component-sdk/runtime';
import { countCopies, createPlan, type ActionNode, type DeployedPipeline, type Plan } from '@acequia/pipeline';
import type { Components } from '../options.ts';
import type { Fault } from '../status.ts';
import type { CompiledNode, CompiledPort, CompiledVersion, LookupUse } from './compiled-version.ts';

export interface CompileEnvironment {
  readonly components: Components;
  readonly slots: SlotTable;
  readonly clock: Clock;
  readonly random: Random;
  /** Absent: everything goes row by row. */
  readonly kernels?: Kernels;
  readonly worker: string;
  /** Of the log that what steps make begins in: two workers that group the same keys do not make equal ids. */
  readonly logNumber: number;
  readonly cluster: string;
  secret(reference: string): string;
  lookup(id: string, version: number | undefined): LookupHandle;
  /** Memory the state of all keyed nodes may take now. */
  stateBytes(): number;
  /** State of a keyed node to go on from; `lost`: there was one. */
  restored(node: string, fingerprint: string): Uint8Array | 'lost' | undefined;
}

export type CompileFault = Fault & { readonly node?: string };

/** Compiles every step of a version. A fault names the node; nothing is left open behind it. */
export function compileVersion(pipeline: DeployedPipeline, environment: CompileEnvironment): Result<CompiledVersion, CompileFault> {
  const plan = createPlan(pipeline.document);
  if (!plan) return err({ code: 'PIPELINE_INVALID' });
  const indices = new Map([[plan.label.id, 0], ...plan.order.map((node, index) => [node.id, index + 1] as const)]);
  const compilePorts: PortCompiler = (node, ports) =>
    ports.map((port) => ({ ...port, targets: plan.targets(node, port.id).map((target) => indices.get(target)!) }));

  const lookups: LookupUse[] = [];
  const scope: NodeScope = { pipeline, plan, environment, compilePorts, lookups, keyedNodes: keyedNodes(plan, environment) };
  const nodes: CompiledNode[] = [labelNode(plan, compilePorts)];
  for (const node of plan.order) {
    const compiled = node.kind === 'action' ? compileAction(node, nodes.length, scope) : compileDatasink(node, nodes.length, scope);
    if (!compiled.ok) {
      for (const earlier of nodes) earlier.step?.stop?.();
      return err({ ...compiled.error, node: node.id });
    }
    nodes.push({ ...compiled.value, timedBefore: timedBefore(nodes, compiled.value.index) });
  }
  const { listenerId, labelId } = plan.label;
  return ok({ nodes, listenerId, labelId, keyed: nodes.some((node) => node.keyed), lookups, copies: countCopies(nodes)[0]! });
}

interface NodeScope {
  readonly pipeline: DeployedPipeline;
  readonly plan: Plan;
  readonly environment: CompileEnvironment;
  readonly compilePorts: PortCompiler;
  /** What the nodes asked for so far. */
  readonly lookups: LookupUse[];
  /** Nodes that share the memory for state. */
  readonly keyedNodes: number;
}

const keyedNodes = (plan: Plan, { components }: CompileEnvironment): number =>
  plan.order.filter((node) => node.kind === 'action' && components.action(node.component, node.version)?.definition.state === 'keyed')
    .length;

/** Of the nodes that lead to a node, those that make events because time passes. `nodes` are in order. */
function timedBefore(nodes: readonly CompiledNode[], index: number): string[] {
  const leading = nodes.filter(({ ports }) => ports.some(({ targets }) => targets.includes(index)));
  return [...new Set(leading.flatMap(({ id, step, timedBefore: before }) => (step?.timed ? [...before, id] : before)))];
}

type PortCompiler = (node: string, ports: readonly Port[]) => CompiledPort[];

function labelNode(plan: Plan, ports: PortCompiler): CompiledNode {
  const compiled = ports(plan.label.id, [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ]);
  return { index: 0, id: plan.label.id, component: 'label', ports: compiled, errorPort: 1, keyed: false, fingerprint: '', timedBefore: [] };
}

function compileAction(
  node: ActionNode,
  index: number,
  { pipeline, plan, environment, compilePorts, lookups, keyedNodes }: NodeScope,
): Result<CompiledNode, Fault> {
  const component = environment.components.action(node.component, node.version);
  if (!component) return err({ code: 'COMPONENT_UNKNOWN', message: `${node.component} ${node.version}` });
  const parsed = parseConfig(component.definition.config, node.config);
  if (!parsed.ok) return err({ code: 'CONFIG_INVALID', message: faultText(parsed.error) });
  const ports = compilePorts(node.id, component.definition.ports(parsed.value));
  const { runtime } = component;
  const stateKey = runtime.stateKey ? runtime.stateKey(parsed.value as never) : node.config;
  const fingerprint = `${node.component} ${node.version} ${JSON.stringify(stateKey)}`;
  const restored = environment.restored(node.id, fingerprint);
  const envelope = {
    tenantId: pipeline.tenantId,
    listenerId: plan.label.listenerId,
    listenerName: '',
    listenerType: '',
    cluster: environment.cluster,
    worker: environment.worker,
    origin: '',
    made: `${pipeline.id}.${node.id}.${environment.logNumber}`,
  };
  const context: CompileContext = {
    slots: environment.slots,
    clock: environment.clock,
    random: environment.random,
    worker: environment.worker,
    cluster: environment.cluster,
    node: node.id,
    secret: environment.secret,
    lookup: (id, version) => {
      lookups.push({ id, version });
      return environment.lookup(id, version);
    },
    linked: (id) => ports.some((port) => port.id === id && port.targets.length > 0),
    port: (id) => portNumber(ports, id),
    ...(environment.kernels ? { kernels: environment.kernels } : {}),
    get stateBytes() {
      return environment.stateBytes() / Math.max(1, keyedNodes);
    },
    makeEvents: (receivedMs, events) => createMadeEvents({ slots: environment.slots, envelope, receivedMs }, events),
    ...(restored === 'lost' ? { stateLost: true } : restored ? { restored } : {}),
  };
  const step = attempt(() => runtime.compile(parsed.value as never, context));
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
    timedBefore: [],
  });
}

function compileDatasink(
  node: Extract<Plan['order'][number], { kind: 'datasink' }>,
  index: number,
  { environment, compilePorts }: NodeScope,
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
    timedBefore: [],
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
