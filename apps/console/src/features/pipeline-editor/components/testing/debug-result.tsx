import type { TraceResult } from '@acequia/contract';
import { createPlan, eventsAt, type TestOutput } from '@acequia/pipeline';
import { Note } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';
import { endText } from '../end-text.ts';
import { portTitle } from '../port-title.ts';
import { useTraceFaultText } from '../trace-fault-text.ts';
import { EventLines } from './event-lines.tsx';
import { testingTexts } from './texts.ts';

/** What came into each step and what left by each of its ports. */
export function DebugResult({ result }: { readonly result: TraceResult }) {
  const t = useTexts(testingTexts);
  const words = useTexts(editorTexts);
  const view = useView();
  const format = useFormat();
  const faultText = useTraceFaultText();
  const plan = createPlan(view.document);
  const order = plan ? [plan.label, ...plan.order] : view.document.nodes;
  return (
    <div className="flex flex-col gap-2">
      {result.faults.map((fault) => (
        <Note
          key={`${fault.node} ${fault.code} ${fault.message}`}
          tone="danger"
          title={fault.node === undefined ? t('faultWhole') : t('faultAt', { node: view.text(fault.node).title })}
        >
          {faultText(fault)}
        </Note>
      ))}
      {result.cut && <Note tone="warning">{t('cut')}</Note>}
      <ul className="pe-debug-steps" aria-label={t('step')}>
        {order.map((node) => {
          const totals = result.nodes[node.id];
          const ports = node.kind === 'datasink' ? [] : view.ports(node.id);
          const outputs: readonly { readonly key: string; readonly label: string; readonly at: TestOutput }[] =
            node.kind === 'datasink'
              ? [{ key: 'in', label: t('in'), at: { node: node.id } }]
              : ports.map((port) => ({ key: port.id, label: portTitle(port, node, words), at: { node: node.id, port: port.id } }));
          return (
            <li key={node.id} className="ui-card p-3 flex flex-col gap-2">
              <div className="flex items-baseline gap-2">
                <span className="font-medium flex-1 truncate">{view.text(node.id).title}</span>
                <span className="ui-hint ui-num">
                  {t('in')} {format.number(totals?.in ?? 0)}
                </span>
              </div>
              {outputs.map(({ key, label, at }) => (
                <EventLines key={key} label={label} texts={eventsAt(at, result)} />
              ))}
              {Object.entries(totals?.ended ?? {}).map(([reason, count]) => (
                <p key={reason} className="ui-hint flex justify-between gap-2">
                  <span>{endText(words, { reason }, node)}</span> <span className="ui-num">{format.number(count)}</span>
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
