import { useId, useRef, useState } from 'react';
import { Button, classNames, Icon } from '@acequia/ui';
import { lookupFileBytesMax, lookupFileEndings } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { enrichmentTexts } from '../texts.ts';
import { Bytes } from './measured.tsx';

/** Takes one file, dropped or chosen. */
export function FileDrop({
  file,
  format,
  fault,
  onFile,
}: {
  readonly file: File | undefined;
  readonly format: 'csv' | 'json-lines';
  readonly fault: string | undefined;
  readonly onFile: (file: File) => void;
}) {
  const t = useTexts(enrichmentTexts);
  const most = useFormat().bytes(lookupFileBytesMax);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const chosen = files?.[0];
    if (chosen) onFile(chosen);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div
        className={classNames('enrichment-drop', over && 'enrichment-drop-over')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="enrichment" size={24} className="text-muted" />
        {file ? (
          <span className="flex items-center gap-2 min-w-0">
            <span className="ui-mono truncate">{file.name}</span>
            <span className="ui-hint">
              <Bytes value={file.size} />
            </span>
          </span>
        ) : (
          <span>{t('drop')}</span>
        )}
        <Button size="sm" onClick={() => input.current?.click()}>
          {file ? t('another') : t('choose')}
        </Button>
        {!file && <span className="ui-hint">{t('dropHint', { size: `${most.value} ${most.unit}` })}</span>}
        <input
          ref={input}
          id={id}
          type="file"
          className="ui-hidden"
          tabIndex={-1}
          aria-label={t('file')}
          accept={lookupFileEndings[format].join(',')}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {fault && (
        <p className="ui-error" role="alert">
          <Icon name="error" size={12} />
          <span>{fault}</span>
        </p>
      )}
    </div>
  );
}
