import { Button, Command, copyText, Dialog, toast } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { apiKeysTexts } from './texts.ts';

/** The key itself, to be copied; it is in no other answer. */
export function ReadyKey({ token, name, onClose }: { readonly token: string; readonly name: string; readonly onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const copy = () =>
    copyText(token).then(
      () => toast({ title: t('copied'), tone: 'success' }),
      () => toast({ id: 'copy', level: 'alert', title: t('copyFailed') }),
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('readyTitle')}
      description={t('readyText')}
      size="lg"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('done')}
          </Button>
          <Button variant="primary" icon="copy" onClick={() => void copy()}>
            {t('copy')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="ui-field">
          <div className="ui-label">{name}</div>
          <code className="ui-mono rounded-md border bg-canvas px-3 py-2 wrap-anywhere select-all" aria-label={t('key')}>
            {token}
          </code>
        </div>
        <div className="ui-field">
          <div className="ui-label">{t('example')}</div>
          <Command text={`curl -H "Authorization: Bearer $ACEQUIA_KEY" ${window.location.origin}/api/v1/listeners`} />
        </div>
      </div>
    </Dialog>
  );
}
