import type { ReactNode } from 'react';
import { Button, Note, ProgressBar } from '@acequia/ui';
import type { LookupVersion } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import type { Upload } from '../model/use-upload.ts';
import { enrichmentTexts } from '../texts.ts';

/** How far an upload is, or why it ended. */
export function UploadState({ upload: { state, cancel } }: { readonly upload: Upload }) {
  const t = useTexts(enrichmentTexts);
  const format = useFormat();
  const reasonText = useReasonText();
  const inWords = (bytes: number) => {
    const { value, unit } = format.bytes(bytes);
    return `${value} ${unit}`;
  };
  switch (state.kind) {
    case 'idle':
      return null;
    case 'stopped':
      return <Note title={t('stopped')} />;
    case 'refused':
      return (
        <div role="alert">
          <Note tone="danger" title={t('failed')}>
            {reasonText(state.reason)}
          </Note>
        </div>
      );
    case 'broken':
      return (
        <div role="alert">
          <Note tone="danger" title={t('sendFailed')}>
            {describeError(state.error).text} ({state.error.code})
          </Note>
        </div>
      );
    case 'sending': {
      const words = t('sending', { sent: inWords(state.sent), total: inWords(state.total) });
      return <Going words={words} part={state.total === 0 ? 1 : state.sent / state.total} onCancel={cancel} />;
    }
    case 'checking':
      return (
        <Going words={t('reading')} part={checkedPart(state)} onCancel={cancel}>
          <span className="ui-hint">{t('readingOn')}</span>
        </Going>
      );
  }
}

/** Of 1. */
const checkedPart = ({ bytes, checkedBytes }: Pick<LookupVersion, 'bytes' | 'checkedBytes'>) =>
  bytes === 0 ? 0 : (checkedBytes ?? 0) / bytes;

function Going({
  words,
  part,
  onCancel,
  children,
}: {
  readonly words: string;
  readonly part: number;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}) {
  const t = useTexts(enrichmentTexts);
  return (
    <div className="flex items-center gap-3" role="status">
      <div className="flex-1 min-w-0 flex flex-col gap-1.5">
        <span className="text-xs ui-num">{words}</span>
        <ProgressBar value={part} label={words} />
        {children}
      </div>
      <Button size="sm" icon="x" onClick={onCancel}>
        {t('stop')}
      </Button>
    </div>
  );
}

/** How far the check of a version is, where it stands among others; nothing when there is none. */
export function CheckProgress({ version }: { readonly version: LookupVersion }) {
  const t = useTexts(enrichmentTexts);
  if (version.checkedBytes === null) return null;
  return (
    <div className="mt-1 w-32">
      <ProgressBar value={checkedPart(version)} label={t('reading')} />
    </div>
  );
}
