import type { CheckedCondition } from '@acequia/contract';
import { readableText } from '@acequia/component-sdk/definition';
import { rejectionFields } from '@acequia/component-sdk/text';
import { conditionSentence, outcomeSentence } from '@acequia/components/definitions';
import { fieldsOf } from '@acequia/event';
import type { PipelineNode } from '@acequia/pipeline';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { conditionsOf, decidingTests, type DecidingTest } from '../../model/condition-reason.ts';
import { unlinkedReason, type PreviewOutput, type PreviewRow } from '../../model/preview-rows.ts';
import type { TableRow } from '../../model/preview-table.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { endText } from '../end-text.ts';
import { portTitle } from '../port-title.ts';

export interface WhyProps {
  readonly row: TableRow;
  readonly node: PipelineNode;
}

/** Why an event went where it went: the condition that decided with the value it read, the reason of its end, or what was done to it. */
export function Why({ row, node }: WhyProps) {
  const { text, look } = useWhy(row, node);
  return (
    <span title={text} className={look === undefined ? undefined : `pe-why-${look}`}>
      {text}
    </span>
  );
}

function useWhy(event: TableRow, node: PipelineNode): { readonly text: string; readonly look?: 'bad' | 'end' } {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const reasonText = useReasonText();
  const language = useLanguage();
  const done = useDone(event);
  const { row } = event;
  const refused = row.outputs.find(({ kind }) => kind === 'refused');
  if (refused) {
    return { text: reasonText({ code: refused.reason ?? '', fields: rejectionFields(refused) }), look: 'bad' };
  }
  const ended = row.outputs.find(({ kind, port }) => kind === 'ended' && port === undefined);
  if (ended) return { text: endWords(ended), look: 'end' };
  if (row.outputs.length > 0 && row.outputs.every(({ kind }) => kind === 'held')) return { text: words('heldHere') };
  const because = row.checked ? choice(row.checked) : done;
  const unlinked = row.outputs.filter(({ kind, port }) => kind === 'ended' && port !== undefined);
  if (unlinked.length === 0) return { text: because };
  const isDropped = unlinked.some(({ reason }) => reason === unlinkedReason);
  const port = unlinked.map(({ port: id }) => portTitle({ id: id! }, node, t)).join(', ');
  return {
    text: words(isDropped ? 'whyDropped' : 'whyFiltered', { why: because, port }),
    look: isDropped ? 'bad' : 'end',
  };

  function endWords({ reason = '', port }: PreviewOutput): string {
    const mark =
      row.mark === 'filtered' || row.mark === 'merged' || row.mark === 'dropped' || row.mark === 'expired' ? row.mark : undefined;
    const text = endText(t, { reason, port }, node);
    return mark === undefined ? text : `${words(`was.${mark}`)}: ${text}`;
  }

  function choice(checked: readonly CheckedCondition[]): string {
    const held = checked.flatMap((each, at) => (each.holds === true ? [at] : []));
    if (held.length === 0 && checked.length > 1) return words('whyNone');
    const conditions = node.kind === 'label' ? [] : conditionsOf(node.config);
    return (held.length > 0 ? held : [0])
      .map((at) => {
        const condition = conditions[at];
        if (!condition || !checked[at]) return '';
        return decidingTests(condition.ast, checked[at])
          .map(({ test, holds }) => withValue(outcomeSentence(test, holds !== false, language), test, row.values))
          .join(', ');
      })
      .join(' · ');
  }
}

/** A test in words, with the value that it read. */
export const testText = ({ test }: DecidingTest, values: PreviewRow['values'], language: 'en' | 'es'): string =>
  withValue(conditionSentence(test, language), test, values);

function withValue(sentence: string, test: DecidingTest['test'], values: PreviewRow['values']): string {
  const read = fieldsOf(test).flatMap((field) => values?.[field] ?? []);
  const shown = read.map((json) => valueText(json)).join(', ');
  return shown === '' || sentence.endsWith(` ${shown}`) ? sentence : `${sentence} (${shown})`;
}

/** A value may be cut within its JSON text. */
function valueText(json: string): string {
  try {
    return readableText(json);
  } catch {
    return `${json.slice(1)}…`;
  }
}

/** What the step did to the fields. */
function useDone({ row, fields }: TableRow): string {
  const words = useTexts(previewTableTexts);
  const leaving = row.outputs.find(({ event }) => event !== undefined)?.event;
  if (row.input === undefined) return words('madeHere');
  if (row.outputs.some(({ kind }) => kind === 'arrived')) return words('whyArrives');
  if (leaving === undefined || leaving.json === row.input.json) return words('whyUnchanged');
  const diffs = [...fields.values()];
  const count = (kind: string) => diffs.filter((diff) => diff.kind === kind).length;
  const [added, changed, removed] = [count('added'), count('changed'), count('removed')];
  return [
    changed > 0 && words('whyChanged', { count: changed }),
    added > 0 && words('whyAdded', { count: added }),
    removed > 0 && words('whyRemoved', { count: removed }),
  ]
    .filter(Boolean)
    .join(', ');
}
