import type { Port } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';
import { currentLanguage, type Translate } from '#i18n/index.ts';
import { knownDefinitions } from '#blocks/components/all-definitions.ts';

/** The name of a port as a person reads it: fixed ports have words, ports of a user are called as he called them. */
export function portTitle(port: Pick<Port, 'id'>, node: PipelineNode, t: Translate<'portDefault' | 'portOut' | 'portError'>): string {
  if (port.id === 'error') return t('portError');
  if (port.id === 'default') return node.kind === 'label' ? t('portOut') : t('portDefault');
  if (node.kind === 'label') return port.id;
  const definitions = knownDefinitions()?.[node.kind === 'action' ? 'actionDefinitions' : 'datasinkDefinitions'];
  return definitions?.find(({ id }) => id === node.component)?.text.ports?.[port.id]?.[currentLanguage()] ?? port.id;
}
