import { useId, useState, type FormEvent } from 'react';
import { Button, CopyCode, Field, Icon, Input, Note, Tile } from '@acequia/ui';
import { faultText } from '#blocks/definition-form/index.ts';
import { namedRoots } from '@acequia/component-sdk/definition';
import { startSources, type StartSetup, type StartSource } from '@acequia/contract';
import { readRootsOf } from '#blocks/instance-form/read-roots.ts';
import { serverFaults } from '#blocks/instance-form/server-faults.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { getStartedTexts } from '../texts.ts';
import { SetupPath } from './setup-path.tsx';
import { sourceIcons } from './source-icons.ts';

/** How an operator opens a folder for an installation on one machine. */
const openFolderCommand = 'ACEQUIA_READ_ROOTS=/var/log npm start';

export function ChooseSource({
  chosen,
  onChoose,
  onSetUp,
}: {
  readonly chosen: StartSource;
  readonly onChoose: (source: StartSource) => void;
  readonly onSetUp: (setup: StartSetup) => void;
}) {
  const t = useTexts(getStartedTexts);
  const language = useLanguage();
  const name = useId();
  const [path, setPath] = useState('');
  const { data: clusters } = useOperation('clusters:list', {});
  const setUp = useCommand('getStarted:setUp', { inlineErrors: true, onSuccess: onSetUp });
  const cluster = clusters?.find(({ workers }) => workers.some(({ status }) => status === 'online')) ?? clusters?.[0];
  const roots = cluster && readRootsOf(cluster);
  const noFolder = chosen === 'file' && roots?.length === 0;
  const folders = roots && roots.length > 0 ? t('pathHint', { folders: Object.values(namedRoots(roots)).join(', ') }) : undefined;
  const [fault] = setUp.error && chosen === 'file' ? serverFaults(setUp.error) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setUp.mutate({ source: chosen, language, ...(chosen === 'file' ? { path: path.trim() } : {}) });
  };
  const choose = (source: StartSource) => {
    setUp.reset();
    onChoose(source);
  };
  return (
    <form onSubmit={submit} noValidate>
      <h2 className="start-title">{t('whereFrom')}</h2>
      <p className="text-muted mt-1 mb-5">{t('whereFromText')}</p>
      <fieldset className="flex flex-col gap-2">
        <legend className="ui-hidden">{t('whereFrom')}</legend>
        {startSources.map((source) => (
          <div key={source} className="start-choice" data-chosen={source === chosen}>
            <label>
              <Tile tone="listener" size={36}>
                <Icon name={sourceIcons[source]} size={18} />
              </Tile>
              <span className="flex-1 min-w-0">
                <span className="block text-base font-semibold">{t(source)}</span>
                <span className="text-xs text-muted block">{t(`${source}Text`)}</span>
              </span>
              <span className="text-xs text-muted max-md:hidden">{t(`${source}Place`)}</span>
              <input type="radio" name={name} value={source} checked={source === chosen} onChange={() => choose(source)} />
            </label>
            {source === 'file' && chosen === 'file' && (
              <div className="start-more">
                {noFolder ? (
                  <Note tone="warning" title={t('noFolder')}>
                    {t('noFolderText')} <CopyCode text={openFolderCommand} />
                  </Note>
                ) : (
                  <Field
                    label={t('path')}
                    required
                    hint={fault ? undefined : folders}
                    {...(fault ? { error: [faultText(fault, language), folders].filter(Boolean).join(' ') } : {})}
                  >
                    {(control) => (
                      <Input
                        {...control}
                        mono
                        autoFocus
                        value={path}
                        maxLength={1024}
                        placeholder="/var/log/nginx/access.log"
                        onChange={(event) => {
                          if (setUp.error) setUp.reset();
                          setPath(event.target.value);
                        }}
                      />
                    )}
                  </Field>
                )}
              </div>
            )}
          </div>
        ))}
      </fieldset>
      <h3 className="ui-hint mt-5 mb-2">{t('willSetUp')}</h3>
      <SetupPath
        source={chosen}
        place={chosen === 'file' && path.trim() !== '' ? path.trim() : t(`${chosen}Place`)}
        file={t('aFile')}
        flowing={false}
      />
      {setUp.error && !fault && (
        <div role="alert" className="mt-3">
          <Note tone="danger" title={describeError(setUp.error).title}>
            {describeError(setUp.error).text} <CopyCode text={setUp.error.code} />
          </Note>
        </div>
      )}
      <div className="flex items-center gap-4 mt-5">
        <Button variant="primary" type="submit" loading={setUp.isPending} disabled={noFolder || (chosen === 'file' && path.trim() === '')}>
          {t(chosen === 'file' ? 'followFile' : 'setUp', { name: t(chosen) })}
        </Button>
        <span className="text-xs text-muted">{t('changeLater')}</span>
      </div>
    </form>
  );
}
