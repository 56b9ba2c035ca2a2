import type { PipelineNode } from '@acequia/pipeline';
import type { Translate } from '#i18n/index.ts';
import { portTitle } from './port-title.ts';

const known = [
  'condition',
  'duplicate',
  'sampled',
  'label',
  'unconnected',
  'overflow',
  'damaged',
  'stopped',
  'window',
  'late',
  'age',
  'error',
  'other',
] as const;

/** The ledger's word for an end, in words of the page. */
export function reasonText(t: Translate<`because.${(typeof known)[number]}`>, reason: string): string {
  const word = known.find((each) => each === reason);
  return word ? t(`because.${word}`) : reason;
}

type EndTranslate = Translate<
  `because.${(typeof known)[number]}` | 'endsMatched' | 'endsUnmatched' | 'endsUnlinked' | 'portDefault' | 'portOut' | 'portError'
>;

interface End {
  /** As the engine names it: `filtered:sampled`, `dropped:unconnected`. */
  readonly reason: string;
  /** The port that nothing is linked to, where the event would have left by one. */
  readonly port?: string | undefined;
}

/** Why an event ended at a step: at which port, and whether a condition chose that port. */
export function endText(t: EndTranslate, { reason, port }: End, node: PipelineNode | undefined): string {
  const word = reason.split(':')[1] ?? reason;
  if (port === undefined || (word !== 'condition' && word !== 'unconnected')) return reasonText(t, word);
  const title = node ? portTitle({ id: port }, node, t) : port;
  const hasConditions = node?.kind === 'action' && Array.isArray(node.config['conditions']);
  if (!hasConditions) return t('endsUnlinked', { port: title });
  return t(port === 'default' ? 'endsUnmatched' : 'endsMatched', { port: title });
}
