import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, CopyButton, DialogClose, Drawer, IconButton, Note, Pairs, Status, TypeChip, useUiWords } from '@acequia/ui';
import type { LetterDetail } from '@acequia/contract';
import { HiddenContent } from '#blocks/content/hidden-content.tsx';
import { GoneDrawer } from '#blocks/page/details-drawer.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useOperation } from '#lib/operations/use-operation.ts';
import { receivedMsOf } from '#lib/search/xray-search.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { deadLetterTexts } from '../texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { LetterEdit } from './letter-edit.tsx';
import { useNames } from './use-names.ts';
import { useReason } from './use-reason.ts';

const looks = {
  open: { tone: 'danger', shape: 'triangle' },
  redriven: { tone: 'success', shape: 'dot' },
  discarded: { tone: 'neutral', shape: 'bars' },
  edited: { tone: 'neutral', shape: 'ring' },
} as const;

/** One dead letter: why, from whom, what it holds; mended, sent again or given up from here. */
export function LetterDrawer({
  id,
  onClose,
  onOther,
}: {
  readonly id: string;
  readonly onClose: () => void;
  /** Another letter has taken its place. */
  readonly onOther: (id: string) => void;
}) {
  const t = useTexts(deadLetterTexts);
  const words = useUiWords();
  const mayReadContent = useMay('content:read');
  const { data: letter, error } = useOperation('deadLetters:find', { id }, { enabled: mayReadContent });
  if (!mayReadContent)
    return (
      <Drawer open onOpenChange={(next) => !next && onClose()} title={t('event')}>
        <div className="flex justify-end p-3">
          <DialogClose asChild>
            <IconButton icon="x" size="sm" label={words.close} />
          </DialogClose>
        </div>
        <HiddenContent />
      </Drawer>
    );
  if (error) return <GoneDrawer title={t('gone')} onClose={onClose} />;
  return letter ? <Details key={letter.id} letter={letter} onClose={onClose} onOther={onOther} /> : null;
}

function Details({
  letter,
  onClose,
  onOther,
}: {
  readonly letter: LetterDetail;
  readonly onClose: () => void;
  readonly onOther: (id: string) => void;
}) {
  const t = useTexts(deadLetterTexts);
  const words = useUiWords();
  const reason = useReason()(letter);
  const mayChange = useMay('dead-letter:update');
  const mayDiscard = useMay('dead-letter:delete');
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState<'redrive' | 'discard'>();
  const open = letter.state === 'open';
  const raw = letter.fields.find(({ name }) => name === '_raw')?.value;
  const footer = open && !editing && (mayChange || mayDiscard) && (
    <>
      {mayChange && (
        <Button variant="primary" icon="refresh" onClick={() => setAsking('redrive')}>
          {t('redrive')}
        </Button>
      )}
      {mayDiscard && (
        <Button variant="ghost" icon="trash" onClick={() => setAsking('discard')}>
          {t('discard')}
        </Button>
      )}
    </>
  );
  return (
    <Drawer open onOpenChange={(next) => !next && onClose()} title={reason.title} size="lg" footer={footer || undefined}>
      <header className="flex items-start gap-2.5 pt-3.5 pr-2.5 pl-4">
        <div className="min-w-0 flex-1">
          <div className="text-sm font-semibold">{reason.title}</div>
          <div className="ui-hint ui-mono flex items-center gap-1">
            {letter.code}
            <CopyButton text={letter.code} />
          </div>
        </div>
        <Status {...looks[letter.state]}>{t(`one.${letter.state}`)}</Status>
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={words.close} />
        </DialogClose>
      </header>
      <div className="flex flex-col gap-5 p-4">
        <p className="text-muted">{reason.text}</p>
        {letter.edited && <Edited letter={letter} />}
        {letter.state === 'redriven' && <Note tone="success">{t('closedRedriven')}</Note>}
        {letter.state === 'discarded' && <Note>{t('closedDiscarded')}</Note>}
        <Origin letter={letter} />
        {letter.response !== null && letter.response !== '' && (
          <section className="flex flex-col gap-1.5">
            <h2 className="text-xs font-medium text-muted">{t('response')}</h2>
            <pre className="letters-raw" tabIndex={0}>
              {letter.response}
            </pre>
          </section>
        )}
        <section className="flex flex-col gap-2">
          <div className="flex items-center gap-2">
            <h2 className="text-xs font-medium text-muted flex-1">{t('event')}</h2>
            {open && mayChange && !editing && letter.json !== null && letter.pipelineId !== '' && (
              <Button size="sm" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )}
          </div>
          {editing && letter.json !== null ? (
            <LetterEdit letter={letter} json={letter.json} onSaved={onOther} onCancel={() => setEditing(false)} />
          ) : (
            <FieldTable fields={letter.fields.filter(({ name }) => !name.startsWith('_'))} />
          )}
          {letter.json === null && <p className="ui-hint">{t('tooLong')}</p>}
        </section>
        {raw !== undefined && (
          <section className="flex flex-col gap-1.5">
            <h2 className="text-xs font-medium text-muted flex items-center gap-1">
              {t('raw')} <CopyButton text={raw} />
            </h2>
            <pre className="letters-raw" tabIndex={0}>
              {raw}
            </pre>
          </section>
        )}
        <section className="flex flex-col gap-2">
          <h2 className="text-xs font-medium text-muted">{t('internal')}</h2>
          <FieldTable fields={letter.fields.filter(({ name }) => name.startsWith('_') && name !== '_raw' && name !== '_error')} />
        </section>
      </div>
      {asking && (
        <ChangeDialog
          kind={asking}
          chosen={{ ids: [letter.id] }}
          count={1}
          undecoded={letter.pipelineId === ''}
          onClose={(done) => {
            setAsking(undefined);
            if (done) onClose();
          }}
        />
      )}
    </Drawer>
  );
}

/** Who changed its fields, and when; an earlier version did not record it. */
function Edited({ letter: { editedAt, editedBy } }: { readonly letter: LetterDetail }) {
  const t = useTexts(deadLetterTexts);
  const { user } = useSession();
  const name = editedBy?.name ?? '';
  return (
    <Note>
      {editedBy?.id === user.UID ? t('youEdited') : name === '' ? t('wasEdited') : t('someoneEdited', { name })}
      {editedAt !== undefined && (
        <span className="ui-hint ml-2">
          <TimeAgo atMs={editedAt} />
        </span>
      )}
    </Note>
  );
}

function Origin({ letter }: { readonly letter: LetterDetail }) {
  const t = useTexts(deadLetterTexts);
  const names = useNames([letter]);
  const { data: versions } = useOperation('pipelines:listVersions', { id: letter.pipelineId }, { enabled: letter.pipelineId !== '' });
  const version = versions?.find(({ id }) => id === letter.versionId)?.version;
  const receivedMs = receivedMsOf(letter.fields);
  const link = (
    <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: letter.pipelineId, version }} className="ui-link">
      {names.source(letter)}
      {version === undefined ? '' : ` v${version}`}
    </Link>
  );
  return (
    <Pairs
      pairs={[
        letter.pipelineId === ''
          ? [t('listener'), names.source(letter)]
          : [t('pipeline'), version === undefined ? names.source(letter) : link],
        [t('step'), names.step(letter)],
        [t('when'), <TimeAgo key="at" atMs={letter.at} />],
        [t('outcome'), t(letter.outcome)],
        [t('attempts'), letter.attempts],
        ...(letter.status === null ? [] : [[t('status'), letter.status] as const]),
        ...(letter.message === '' || letter.message === letter.code ? [] : [[t('message'), letter.message] as const]),
        [
          t('eventId'),
          <span key="id" className="ui-mono break-all">
            {letter.eventId}{' '}
            {version !== undefined && receivedMs !== undefined && (
              <Link
                to="/pipelines/$pipelineId/{-$version}"
                params={{ pipelineId: letter.pipelineId, version }}
                search={{ xray: letter.eventId, xrayAt: String(receivedMs), xrayVersion: version }}
                className="ui-link font-sans"
              >
                {t('xray')}
              </Link>
            )}
          </span>,
        ],
      ]}
    />
  );
}

function FieldTable({ fields }: { readonly fields: LetterDetail['fields'] }) {
  return (
    <dl className="ui-pairs">
      {fields.map(({ name, type, value }) => (
        <div key={name}>
          <dt className="ui-mono flex items-center gap-1.5">
            {name} <TypeChip type={type} />
          </dt>
          <dd className="ui-mono break-all whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
