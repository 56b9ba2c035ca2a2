import type { ShadowDifference } from '@acequia/contract';
import { Icon } from '@acequia/ui';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { reasonText } from '#lib/operations/reason-text.ts';
import { diffSigns, type FieldDiff } from '../../model/field-diff.ts';
import { shadowPairs, type ShadowPair } from '../../model/shadow-pairs.ts';
import { useView } from '../editor-context.ts';
import { testingTexts } from './texts.ts';

export interface ShadowEventProps {
  readonly difference: ShadowDifference;
  /** Names of the two versions. */
  readonly running: string;
  readonly draft: string;
}

/** What came in, then where it ended in each version, field by field with what differs marked. */
export function ShadowEvent({ difference, running, draft }: ShadowEventProps) {
  const t = useTexts(testingTexts);
  return (
    <div className="flex flex-col gap-3">
      <div className="min-w-0">
        <div className="ui-hint">{t('eventIn')}</div>
        <code className="ui-mono break-all">{difference.input}</code>
      </div>
      {shadowPairs(difference).map((pair, index) => (
        <Pair key={`${index} ${pair.node}`} pair={pair} running={running} draft={draft} />
      ))}
    </div>
  );
}

interface PairProps extends Pick<ShadowEventProps, 'running' | 'draft'> {
  readonly pair: ShadowPair;
}

function Pair({ pair: { node, code, side, fields }, running, draft }: PairProps) {
  const t = useTexts(testingTexts);
  const language = useLanguage();
  const view = useView();
  const name = view.text(node).title || node;
  const differing = side === 'both' ? fields.filter(({ kind }) => kind !== 'same') : [];
  const same = side === 'both' ? fields.filter(({ kind }) => kind === 'same') : fields;
  return (
    <section className="min-w-0">
      <h4 className="flex items-center gap-2 font-medium">
        {side !== 'both' && <Icon name="warning" size={13} />}
        {code === undefined ? name : t('refusedBy', { node: name, reason: reasonText(code, language).title, code })}
        {side !== 'both' && <span className="ui-hint">{t('onlyIn', { version: side === 'running' ? running : draft })}</span>}
      </h4>
      {differing.length > 0 && (
        <table className="pe-diff-table pe-diff-beside" aria-label={name}>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {t('field')}
              </th>
              <th scope="col">{running}</th>
              <th scope="col">{draft}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((diff) => (
              <Row key={diff.name} diff={diff} />
            ))}
          </tbody>
        </table>
      )}
      {same.length > 0 && (
        <details className="text-xs">
          <summary className="ui-hint">{t(side === 'both' ? 'equalFields' : 'itsFields', { count: same.length })}</summary>
          <dl className="pe-fields-quiet">
            {same.map(({ name: field, before, after }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{(after ?? before)?.value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

function Row({ diff: { name, kind, before, after } }: { readonly diff: FieldDiff }) {
  const t = useTexts(testingTexts);
  const what = t(`diff.${kind}`);
  return (
    <tr className={`pe-diff-${kind}`}>
      <td aria-label={what} title={what}>
        {diffSigns[kind]}
      </td>
      <th scope="row">{name}</th>
      <td>{before ? <mark className="pe-diff-mark">{before.value}</mark> : <span className="ui-hint">{t('missingHere')}</span>}</td>
      <td>{after ? <mark className="pe-diff-mark">{after.value}</mark> : <span className="ui-hint">{t('missingHere')}</span>}</td>
    </tr>
  );
}
