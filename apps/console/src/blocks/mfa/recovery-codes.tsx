import { Button, copyText, toast } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import { mfaTexts } from './texts.ts';

/** The ten codes, in this one moment in which they are known. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useTexts(mfaTexts);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    copyText(text).then(
      () => toast({ title: t('copied'), tone: 'success' }),
      () => toast({ id: 'copy', level: 'alert', title: t('copyFailed') }),
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('codesText')}</p>
      <ol aria-label={t('codes')} className="ui-mono grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border bg-canvas px-4 py-3 select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex gap-2">
        <Button icon="copy" onClick={() => void copy()}>
          {t('copyCodes')}
        </Button>
        <Button icon="arrow-down" onClick={() => saveFile([text], 'acequia-recovery-codes.txt', 'text/plain')}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}
