import type { SavedTest } from '@acequia/contract';
import type { PipelineTest } from '@acequia/pipeline';
import { Button, Field, FieldNote, IconButton, Input, Note, Segmented, Select, Textarea, toast } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { describeError, useCommand } from '#lib/operations/index.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';
import { draftFaults, draftOf, emptyTest, testOfDraft, type DraftFault, type ExpectationDraft, type TestDraft } from './test-draft.ts';
import { testingTexts } from './texts.ts';

const modes = ['count', 'exact', 'contains'] as const;

/** Events in and what must come of them. */
export function TestForm({
  pipelineId,
  saved,
  begun,
  onClose,
  onSaved,
}: {
  readonly pipelineId: string;
  readonly saved: SavedTest | undefined;
  readonly begun: PipelineTest | undefined;
  readonly onClose: () => void;
  readonly onSaved: (saved: SavedTest, andRun: boolean) => void;
}) {
  const t = useTexts(testingTexts);
  const places = usePlaces();
  const given = saved?.test ?? begun;
  const [draft, setDraft] = useState<TestDraft>(() => (given ? draftOf(given) : emptyTest));
  const [strict, setStrict] = useState(false);
  const save = useCommand('pipelineTests:save', { inlineErrors: true });
  const faults = strict ? draftFaults(draft) : [];
  const faultText = (field: DraftFault['field']) => {
    const fault = faults.find((each) => each.field === field);
    return fault && t(fault.text, 'line' in fault ? { line: fault.line } : {});
  };
  const change = (part: Partial<TestDraft>) => setDraft((known) => ({ ...known, ...part }));
  const changeRow = (key: number, part: Partial<ExpectationDraft>) =>
    change({ expect: draft.expect.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  const add = () => {
    const key = Math.max(-1, ...draft.expect.map((row) => row.key)) + 1;
    change({ expect: [...draft.expect, { key, at: places[0]?.value ?? 'dropped', mode: 'count', text: '', ignore: '' }] });
  };
  const send = async (andRun: boolean) => {
    setStrict(true);
    if (draftFaults(draft).length > 0) return;
    const test = testOfDraft(draft);
    const known = saved ? { id: saved.id, revision: saved.revision } : {};
    const stored = await save.mutateAsync({ pipelineId, ...known, test }).catch(() => undefined);
    if (!stored) return;
    toast({ title: t('saved', { name: test.name }) });
    onSaved(stored, andRun);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send(true);
      }}
    >
      <Field label={t('testName')} required error={faultText('name')}>
        {(control) => <Input {...control} maxLength={128} value={draft.name} onChange={(event) => change({ name: event.target.value })} />}
      </Field>
      <Field label={t('clock')} hint={t('clockHint')} error={faultText('clock')}>
        {(control) => <Input {...control} mono value={draft.clock} onChange={(event) => change({ clock: event.target.value })} />}
      </Field>
      <div className="ui-field">
        <div className="ui-label">{t('given')}</div>
        <Segmented
          label={t('given')}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={[
            { value: 'events', label: t('givenEvents') },
            { value: 'raw', label: t('givenRaw') },
          ]}
        />
      </div>
      <Field label={t(draft.kind === 'raw' ? 'givenRaw' : 'givenEvents')} hint={t('givenHint')} required error={faultText('lines')}>
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={6}
            spellCheck={false}
            value={draft.lines}
            onChange={(event) => change({ lines: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="ui-label">{t('expected')}</legend>
        {draft.expect.map((row) => (
          <ExpectationRow
            key={row.key}
            row={row}
            places={places}
            error={faultText(row.key)}
            onChange={(part) => changeRow(row.key, part)}
            onRemove={() => change({ expect: draft.expect.filter(({ key }) => key !== row.key) })}
          />
        ))}
        <FieldNote error={faultText('expect')} />
        <div>
          <Button type="button" size="sm" icon="plus" onClick={add}>
            {t('addExpectation')}
          </Button>
        </div>
      </fieldset>
      {save.error && (
        <Note tone="danger" title={describeError(save.error).title}>
          {describeError(save.error).text}
        </Note>
      )}
      <div className="flex gap-2">
        <Button type="button" variant="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="button" loading={save.isPending} onClick={() => void send(false)}>
          {t('save')}
        </Button>
        <Button type="submit" variant="primary" icon="play" loading={save.isPending}>
          {t('saveAndRun')}
        </Button>
      </div>
    </form>
  );
}

interface Place {
  readonly value: string;
  readonly label: string;
}

/** Where a test can look: at data sinks, at each port of the other steps, and at what is dropped. */
function usePlaces(): readonly Place[] {
  const t = useTexts(testingTexts);
  const words = useTexts(editorTexts);
  const view = useView();
  const titled = view.document.nodes.map((node) => ({ node, title: view.text(node.id).title || node.id }));
  const sinks = titled.filter(({ node }) => node.kind === 'datasink').map(({ node, title }) => ({ value: node.id, label: title }));
  const ports = titled
    .filter(({ node }) => node.kind === 'action')
    .flatMap(({ node, title }) =>
      view
        .ports(node.id)
        .map((port) => ({ value: `${node.id}.${port.id}`, label: t('atPort', { node: title, port: portTitle(port, node, words) }) })),
    );
  return [...sinks, ...ports, { value: 'dropped', label: t('dropped') }];
}

function ExpectationRow({
  row,
  places,
  error,
  onChange,
  onRemove,
}: {
  readonly row: ExpectationDraft;
  readonly places: readonly Place[];
  readonly error: string | undefined;
  readonly onChange: (part: Partial<ExpectationDraft>) => void;
  readonly onRemove: () => void;
}) {
  const t = useTexts(testingTexts);
  const known = places.some(({ value }) => value === row.at) ? places : [...places, { value: row.at, label: row.at }];
  return (
    <div className="ui-card p-3 flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <Field label={t('where')}>
          {(control) => <Select {...control} value={row.at} onChange={(at) => onChange({ at })} options={known} />}
        </Field>
        <Field label={t('how')}>
          {(control) => (
            <Select
              {...control}
              value={row.mode}
              onChange={(mode) => onChange({ mode, text: '' })}
              options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
            />
          )}
        </Field>
        <span className="flex-1" />
        <IconButton type="button" icon="trash" label={t('removeExpectation')} onClick={onRemove} />
      </div>
      <Field label={t(`mode.${row.mode}`)} hint={row.mode === 'count' ? undefined : t('givenHint')} error={error}>
        {(control) =>
          row.mode === 'count' ? (
            <Input {...control} inputMode="numeric" value={row.text} onChange={(event) => onChange({ text: event.target.value })} />
          ) : (
            <Textarea
              {...control}
              mono
              rows={4}
              spellCheck={false}
              value={row.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )
        }
      </Field>
      {row.mode === 'exact' && (
        <Field label={t('ignore')} hint={t('ignoreHint')}>
          {(control) => <Input {...control} mono value={row.ignore} onChange={(event) => onChange({ ignore: event.target.value })} />}
        </Field>
      )}
    </div>
  );
}
