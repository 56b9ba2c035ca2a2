import type { Port } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';
import type { LiveNode, LivePipeline } from './live-store.ts';

export interface Rate {
  readonly events: number;
  readonly bytes: number;
}

const none: Rate = { events: 0, bytes: 0 };

/** What stands in a card's corner: what enters an action, what a label lets in, what a datasink has delivered. */
export function cardRate(
  node: Pick<PipelineNode, 'kind'>,
  live: LiveNode | undefined,
  pipeline: LivePipeline | undefined,
): Rate | undefined {
  switch (node.kind) {
    case 'label':
      return live?.ports['default'] ?? pipeline?.entered;
    case 'action':
      return live?.in;
    case 'datasink':
      return live && (live.ports['delivered'] ?? none);
  }
}

/** What a link carries: every link of a port carries all its events. */
export function linkRate(
  node: Pick<PipelineNode, 'kind'>,
  port: string,
  live: LiveNode | undefined,
  pipeline: LivePipeline | undefined,
): Rate | undefined {
  return live?.ports[port] ?? (node.kind === 'label' && port === 'default' ? pipeline?.entered : undefined);
}

/** Events per second that end at an error port nobody reads; 0 when it is read, or nothing is rejected. */
export function lostAtErrorPort(ports: readonly Port[], linkedPorts: ReadonlySet<string>, live: LiveNode | undefined): number {
  const error = ports.find((port) => port.kind === 'error');
  return error && !linkedPorts.has(error.id) ? (live?.rejected ?? 0) : 0;
}
