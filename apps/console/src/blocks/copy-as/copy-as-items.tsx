import { copyText, MenuItem, toast, useUiWords } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { commandOf, curlOf, type ObjectKind } from './object-calls.ts';
import { copyAsTexts } from './texts.ts';

export interface CopyAsItemsProps {
  readonly kind: ObjectKind;
  readonly id: string;
}

/** Entries of a menu that copy the call which reads the thing, for a shell. */
export function CopyAsItems({ kind, id }: CopyAsItemsProps) {
  const t = useTexts(copyAsTexts);
  const words = useUiWords();
  const copy = (text: string, title: string, content: string) =>
    void copyText(text).then(
      () => toast({ title, content }),
      () => toast({ level: 'alert', title: words.copyFailed }),
    );
  const { origin } = window.location;
  return (
    <>
      <MenuItem icon="copy" onSelect={() => copy(curlOf(kind, id, origin), t('curlCopied'), t('curlNeeds'))}>
        {t('curl')}
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => copy(commandOf(kind, id, origin), t('commandCopied'), t('commandNeeds'))}>
        {t('command')}
      </MenuItem>
    </>
  );
}
