import { AppError } from '@acequia/base';
import { parseConfig } from '@acequia/component-sdk/definition';
import type { PipelineDocument, PipelineNode } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { faultFields } from '../../catalogue/instance-config.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { PreparedTrace, TracesService } from '../traces/traces.service.ts';

/** One action alone, with a link from each of its ports. ACQ-COMPONENT-MISSING, ACQ-CONFIG. */
export async function prepareActionTest(
  scope: TenantScope,
  { component, config }: { readonly component: string; readonly config: Record<string, unknown> },
  { traces, catalogue }: { readonly traces: TracesService; readonly catalogue: Catalogue },
): Promise<PreparedTrace> {
  const definition = catalogue.action(component);
  if (!definition) throw new AppError('ACQ-COMPONENT-MISSING', { fields: { component } });
  const parsed = parseConfig(definition.config, config);
  if (!parsed.ok) throw new AppError('ACQ-CONFIG', { fields: faultFields(parsed.error) });
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const ports = definition.ports(parsed.value);
  const ends = ports.map((_, index): PipelineNode => ({
    kind: 'datasink',
    id: `end-${index}`,
    ...place,
    datasinkId: '',
    component: '',
    version: '',
    config: {},
  }));
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { kind: 'label', id: 'label', ...place, listenerId: '', labelId: 'all' },
      { kind: 'action', id: 'action', ...place, component, version: definition.version, config },
      ...ends,
    ],
    links: [
      { id: 'in', from: { node: 'label', port: 'default' }, to: { node: 'action' } },
      ...ports.map(({ id }, index) => ({ id: `out-${index}`, from: { node: 'action', port: id }, to: { node: `end-${index}` } })),
    ],
  };
  return traces.prepare(scope, '', document);
}
