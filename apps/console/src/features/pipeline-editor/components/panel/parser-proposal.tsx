import { systemClock } from '@acequia/base';
import type { PreviewSource, Sample } from '@acequia/contract';
import type { AnyFieldText } from '@acequia/component-sdk/text';
import type { ParserPreview } from '@acequia/components/definitions';
import type { ActionNode, Link } from '@acequia/pipeline';
import { Button, Field, IconButton, Note, Segmented, Textarea, toast, TypeChip } from '@acequia/ui';
import { useMemo, useRef, useState } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useStream } from '#lib/operations/index.ts';
import { proposalFor, type Proposal } from '../../model/proposal.ts';
import { addSamples } from '../../model/sample-buffer.ts';
import { leavingTexts, previewRows } from '../../model/preview-rows.ts';
import { linesMax, pastedLines, sampleLines } from '../../model/sample-lines.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { PreviewState } from '../preview/preview-state.tsx';
import { usePreview } from '../preview/use-preview.ts';

/** Proposes the format of a parser from what arrives at it, or from pasted lines; a person looks at it and takes it. */
export function ParserProposal({ node, running }: { readonly node: ActionNode; readonly running: boolean }) {
  const t = useTexts(editorTexts);
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
          {t('propose')}
        </Button>
      </div>
    );
  return (
    <section
      className="pe-proposal"
      aria-label={t('proposal')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <h3>{t('proposal')}</h3>
        <IconButton icon="x" size="sm" label={t('close')} onClick={close} />
      </header>
      <Samples node={node} running={running} onDone={close} />
    </section>
  );
}

function Samples({ node, running, onDone }: { readonly node: ActionNode; readonly running: boolean; readonly onDone: () => void }) {
  const t = useTexts(editorTexts);
  const { document } = useView();
  const incoming = document.links.find((link) => link.to.node === node.id);
  const live = incoming !== undefined;
  const [from, setFrom] = useState<'events' | 'pasted'>(live ? 'events' : 'pasted');
  return (
    <>
      {live && (
        <Segmented
          label={t('samplesFrom')}
          value={from}
          onChange={setFrom}
          options={[
            { value: 'events', label: t('samplesEvents') },
            { value: 'pasted', label: t('samplesPasted') },
          ]}
        />
      )}
      {live && from === 'events' ? (
        running ? (
          <EventSamples node={node} link={incoming} onDone={onDone} />
        ) : (
          <KeptSamples node={node} link={incoming} onDone={onDone} />
        )
      ) : (
        <PastedSamples node={node} onDone={onDone} />
      )}
    </>
  );
}

/** At the moment the proposal is opened. */
const keptSource: PreviewSource = { kind: 'retained', count: linesMax };

const fieldOf = (node: ActionNode): string => {
  const { field } = node.config;
  return typeof field === 'string' && field !== '' ? field : '_raw';
};

/** What left the step before, in the running version. */
function EventSamples({ node, link, onDone }: { readonly node: ActionNode; readonly link: Link; readonly onDone: () => void }) {
  const t = useTexts(editorTexts);
  const { pipelineId } = useServices();
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useStream('pipelines:watchSamples', { id: pipelineId, node: link.from.node }, (item) =>
    setSamples((known) => (known.length > 0 ? known : addSamples([], item.samples))),
  );
  const lines = useMemo(() => sampleLines(samples, link.from.port, fieldOf(node)), [samples, link.from.port, node]);
  if (lines.length === 0) return <p className="pe-quiet">{t('samplesWaiting')}</p>;
  return <Proposed node={node} lines={lines} onDone={onDone} />;
}

/** What would leave the step before: of a pipeline that does not run. */
function KeptSamples({ node, link, onDone }: { readonly node: ActionNode; readonly link: Link; readonly onDone: () => void }) {
  const t = useTexts(editorTexts);
  const { from } = link;
  const preview = usePreview(from.node, keptSource);
  const lines = useMemo(
    () => (preview.result ? leavingTexts(previewRows(preview.result, from.node), from.port, fieldOf(node)).slice(0, linesMax) : []),
    [preview.result, from.node, from.port, node],
  );
  if (lines.length > 0) return <Proposed node={node} lines={lines} onDone={onDone} />;
  if (!preview.result && !preview.error) return <p className="pe-quiet">{t('previewBusy')}</p>;
  return <PreviewState preview={preview} rows={0} live />;
}

function PastedSamples({ node, onDone }: { readonly node: ActionNode; readonly onDone: () => void }) {
  const t = useTexts(editorTexts);
  const [text, setText] = useState('');
  const lines = useMemo(() => pastedLines(text), [text]);
  return (
    <>
      <Field label={t('samplesLabel')} hint={t('samplesHint')}>
        {(control) => <Textarea {...control} mono rows={4} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {lines.length > 0 && <Proposed node={node} lines={lines} onDone={onDone} />}
    </>
  );
}

function Proposed({ node, lines, onDone }: { readonly node: ActionNode; readonly lines: readonly string[]; readonly onDone: () => void }) {
  const t = useTexts(editorTexts);
  const { actions, store } = useServices();
  const view = useView();
  const formatTitle = useFormatTitle(node);
  const field = fieldOf(node);
  const proposal = useMemo(() => proposalFor(lines, field, systemClock.now()), [lines, field]);
  if (!proposal)
    return (
      <Note tone="neutral" title={t('noFormat')}>
        {t('noFormatWhy')}
      </Note>
    );
  const [first, ...further] = proposal.parsers;
  const format = formatTitle(first.mode);
  const use = (parsers: Proposal['parsers']) => {
    actions.takeParsers(node.id, parsers);
    toast({
      id: 'editor-proposal',
      title: t('proposalUsed', { name: view.text(node.id).title, format }),
      action: { text: t('undoIt'), command: store.undo },
    });
    onDone();
  };
  return (
    <>
      <div aria-live="polite">
        <b>{format}</b>
        {first.mode === 'pattern' && <code className="pe-proposal-pattern">{first.pattern}</code>}
        <p className="pe-quiet">{t('readsLines', { parsed: proposal.preview.parsed, count: proposal.lines, field })}</p>
        {further.map((parser) => (
          <p key={parser.field} className="pe-quiet">
            {t('insideText', { field: parser.field ?? field, format: formatTitle(parser.mode) })}
          </p>
        ))}
      </div>
      <PreviewTable preview={proposal.whole} />
      <div className="pe-proposal-use">
        <Button size="sm" variant="primary" onClick={() => use([first])}>
          {t('useFormat', { format })}
        </Button>
        {further.length > 0 && (
          <Button size="sm" onClick={() => use(proposal.parsers)}>
            {t('useSteps', { count: further.length })}
          </Button>
        )}
      </div>
    </>
  );
}

function PreviewTable({ preview }: { readonly preview: ParserPreview }) {
  const t = useTexts(editorTexts);
  return (
    <div className="pe-proposal-fields" role="group" aria-label={t('previewOf')} tabIndex={0}>
      <table aria-label={t('previewOf')}>
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
