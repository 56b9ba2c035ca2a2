import { useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { lookupFileBytesMax } from '@acequia/contract';
import { sniffFile, type FileHead } from '../model/sniff-file.ts';
import { enrichmentTexts } from '../texts.ts';

export interface ChosenFile {
  readonly file: File | undefined;
  readonly head: FileHead | undefined;
  /** Why it cannot be uploaded, in words. */
  readonly fault: string | undefined;
  readonly choose: (file: File) => Promise<FileHead | undefined>;
  /** Says that there is none. */
  readonly miss: () => void;
}

/** The file that was chosen, and how it begins. */
export function useChosenFile(format: FileHead['format']): ChosenFile {
  const t = useTexts(enrichmentTexts);
  const [chosen, setChosen] = useState<Pick<ChosenFile, 'file' | 'head' | 'fault'>>({ file: undefined, head: undefined, fault: undefined });
  return {
    ...chosen,
    miss: () => setChosen((now) => ({ ...now, fault: now.fault ?? t('fileNeeded') })),
    choose: async (file) => {
      const refused = file.size === 0 ? t('fileEmpty') : file.size > lookupFileBytesMax ? t('fileLarge') : undefined;
      const head = refused === undefined ? await sniffFile(file, format) : undefined;
      setChosen({ file, head, fault: refused ?? (head ? undefined : t('fileUnreadable')) });
      return head;
    },
  };
}
