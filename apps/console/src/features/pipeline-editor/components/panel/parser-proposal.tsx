import { systemClock } from '@acequia/base';
import type { PreviewSource } from '@acequia/contract';
import type { AnyFieldText } from '@acequia/component-sdk/text';
import type { ParserPreview } from '@acequia/components/definitions';
import type { ActionNode, Link } from '@acequia/pipeline';
import { Button, Field, IconButton, Note, Segmented, Textarea, toast, TypeChip } from '@acequia/ui';
import { useMemo, useRef, useState } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { proposalFor, type Proposal } from '../../model/proposal.ts';
import { leavingTexts, previewRows } from '../../model/preview-rows.ts';
import { linesMax, pastedLines } from '../../model/sample-lines.ts';
import { editorTexts } from '../../texts.ts';
import { proposalTexts } from '../../texts/proposal.ts';
import { useServices, useView } from '../editor-context.ts';
import { PreviewState } from '../preview/preview-state.tsx';
import { usePreview } from '../preview/use-preview.ts';

/** Proposes the format of a parser from what arrives at it, or from pasted lines; a person looks at it and takes it. */
export function ParserProposal({ node }: { readonly node: ActionNode }) {
  const t = useTexts(editorTexts);
  const words = useTexts(proposalTexts);
  const [open, setOpen] = useState(false);
  const closed = useRef(false);
  const close = () => {
    closed.current = true;
    setOpen(false);
  };
  /** The opener comes back when the proposal is closed, and takes the focus that would be lost. */
  const takeFocus = (opener: HTMLButtonElement | null) => {
    if (!opener || !closed.current) return;
    closed.current = false;
    opener.focus();
  };
  if (!open)
    return (
      <div>
        <Button ref={takeFocus} size="sm" icon="sample" onClick={() => setOpen(true)}>
          {words('propose')}
        </Button>
      </div>
    );
  return (
    <section
      className="pe-proposal"
      aria-label={words('proposal')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <h3>{words('proposal')}</h3>
        <IconButton icon="x" size="sm" label={t('close')} onClick={close} />
      </header>
      <Samples node={node} onDone={close} />
    </section>
  );
}

function Samples({ node, onDone }: { readonly node: ActionNode; readonly onDone: () => void }) {
  const words = useTexts(proposalTexts);
  const { document } = useView();
  const incoming = document.links.find((link) => link.to.node === node.id);
  const live = incoming !== undefined;
  const [from, setFrom] = useState<'events' | 'pasted'>(live ? 'events' : 'pasted');
  return (
    <>
      {live && (
        <Segmented
          label={words('samplesFrom')}
          value={from}
          onChange={setFrom}
          options={[
            { value: 'events', label: words('samplesEvents') },
            { value: 'pasted', label: words('samplesPasted') },
          ]}
        />
      )}
      {live && from === 'events' ? (
        <RecentSamples node={node} link={incoming} onDone={onDone} />
      ) : (
        <PastedSamples node={node} onDone={onDone} />
      )}
    </>
  );
}

/** The newest at each look, until there are some. */
const recentSource: PreviewSource = { kind: 'live', count: linesMax };

const fieldOf = (node: ActionNode): string => {
  const { field } = node.config;
  return typeof field === 'string' && field !== '' ? field : '_raw';
};

/** What leaves the step before, as it is on the screen, for the newest events: whether a version runs or not. */
function RecentSamples({ node, link, onDone }: { readonly node: ActionNode; readonly link: Link; readonly onDone: () => void }) {
  const words = useTexts(proposalTexts);
  const { from } = link;
  const field = fieldOf(node);
  /** Later events don't change a proposal while a person reads it. */
  const [kept, setKept] = useState<{ readonly field: string; readonly lines: readonly string[] }>();
  const isKept = kept?.field === field;
  const preview = usePreview(from.node, recentSource, isKept);
  const { result } = preview;
  const rows = useMemo(() => (result ? previewRows(result, from.node) : []), [result, from.node]);
  const found = useMemo(() => leavingTexts(rows, from.port, field).slice(0, linesMax), [rows, from.port, field]);
  if (!isKept && found.length > 0) setKept({ field, lines: found });
  const lines = isKept ? kept.lines : found;
  if (lines.length > 0) return <Proposed node={node} lines={lines} onDone={onDone} />;
  if (!result && !preview.error) return <p className="pe-quiet">{words('samplesLooking')}</p>;
  if (!result || preview.error || result.faults.length > 0) return <PreviewState preview={preview} rows={0} live />;
  const why =
    rows.length > 0 ? words('samplesNoText', { field }) : result.traces.length > 0 ? words('samplesNoneHere') : words('samplesNone');
  return (
    <p className="pe-quiet" role="status">
      {why}
    </p>
  );
}

function PastedSamples({ node, onDone }: { readonly node: ActionNode; readonly onDone: () => void }) {
  const words = useTexts(proposalTexts);
  const [text, setText] = useState('');
  const lines = useMemo(() => pastedLines(text), [text]);
  return (
    <>
      <Field label={words('samplesLabel')} hint={words('samplesHint')}>
        {(control) => <Textarea {...control} mono rows={4} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {lines.length > 0 && <Proposed node={node} lines={lines} onDone={onDone} />}
    </>
  );
}

function Proposed({ node, lines, onDone }: { readonly node: ActionNode; readonly lines: readonly string[]; readonly onDone: () => void }) {
  const t = useTexts(editorTexts);
  const words = useTexts(proposalTexts);
  const { actions, store } = useServices();
  const view = useView();
  const formatTitle = useFormatTitle(node);
  const field = fieldOf(node);
  const proposal = useMemo(() => proposalFor(lines, field, systemClock.now()), [lines, field]);
  if (!proposal)
    return (
      <Note tone="neutral" title={words('noFormat')}>
        {words('noFormatWhy')}
      </Note>
    );
  const [first, ...further] = proposal.parsers;
  const format = formatTitle(first.mode);
  const use = (parsers: Proposal['parsers']) => {
    actions.takeParsers(node.id, parsers);
    toast({
      id: 'editor-proposal',
      title: words('proposalUsed', { name: view.text(node.id).title, format }),
      action: { text: t('undoIt'), command: store.undo },
    });
    onDone();
  };
  return (
    <>
      <div aria-live="polite">
        <b>{format}</b>
        {first.mode === 'pattern' && <code className="pe-proposal-pattern">{first.pattern}</code>}
        <p className="pe-quiet">{words('readsLines', { parsed: proposal.preview.parsed, count: proposal.lines, field })}</p>
        {further.map((parser) => (
          <p key={parser.field} className="pe-quiet">
            {words('insideText', { field: parser.field ?? field, format: formatTitle(parser.mode) })}
          </p>
        ))}
      </div>
      <PreviewTable preview={proposal.whole} />
      <div className="pe-proposal-use">
        <Button size="sm" variant="primary" onClick={() => use([first])}>
          {words('useFormat', { format })}
        </Button>
        {further.length > 0 && (
          <Button size="sm" onClick={() => use(proposal.parsers)}>
            {words('useSteps', { count: further.length })}
          </Button>
        )}
      </div>
    </>
  );
}

function PreviewTable({ preview }: { readonly preview: ParserPreview }) {
  const words = useTexts(proposalTexts);
  return (
    <div className="pe-proposal-fields" role="group" aria-label={words('previewOf')} tabIndex={0}>
      <table aria-label={words('previewOf')}>
        <tbody>
          {preview.fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.name}</th>
              <td>
                <TypeChip type={field.type} />
              </td>
              <td className={field.type === 'null' ? 'pe-value pe-value-null' : 'pe-value'}>{field.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name the parser's form gives a format. */
function useFormatTitle(node: ActionNode): (mode: string) => string {
  const language = useLanguage();
  const { catalogue } = useView();
  const definition = catalogue.actionDefinitions.find(({ id }) => id === node.component);
  const words: Readonly<Record<string, AnyFieldText>> = definition?.text.fields ?? {};
  return (mode) => words['mode']?.options?.[mode]?.[language] ?? mode;
}
