import type { Port } from '@acequia/component-sdk/definition';
import type { PipelineNode } from '@acequia/pipeline';
import { currentLanguage, type Translate } from '#i18n/index.ts';
import { findAction, findDatasink } from '@acequia/components/definitions';

/** The name of a port as a person reads it: fixed ports have words, ports of a user are called as he called them. */
export function portTitle(port: Pick<Port, 'id'>, node: PipelineNode, t: Translate<'portDefault' | 'portOut' | 'portError'>): string {
  if (port.id === 'error') return t('portError');
  if (port.id === 'default') return node.kind === 'label' ? t('portOut') : t('portDefault');
  const text =
    node.kind === 'action' ? findAction(node.component)?.text : node.kind === 'datasink' ? findDatasink(node.component)?.text : undefined;
  return text?.ports?.[port.id]?.[currentLanguage()] ?? port.id;
}
