import { useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { lookupFileEndings } from '@acequia/contract';
import { findDuplicate, readHead, type FileFault } from '../model/check-file.ts';
import type { FileHead } from '../model/sniff-file.ts';
import { enrichmentTexts } from '../texts.ts';

export interface ChosenFile {
  readonly file: File | undefined;
  readonly head: FileHead | undefined;
  /** Why it cannot be uploaded, in words. */
  readonly fault: string | undefined;
  readonly choose: (file: File) => Promise<FileHead | undefined>;
  /** Whether each key stands in it once; if not, the fault says which does not. */
  readonly keysOnce: (keyColumn: string) => Promise<boolean>;
  /** Says that there is none. */
  readonly miss: () => void;
}

/** The file that was chosen, and how it begins. `keep`: columns that it must have. */
export function useChosenFile(format: FileHead['format'], keep?: readonly string[]): ChosenFile {
  const t = useTexts(enrichmentTexts);
  const reasonText = useReasonText();
  const [chosen, setChosen] = useState<Pick<ChosenFile, 'file' | 'head' | 'fault'>>({ file: undefined, head: undefined, fault: undefined });
  const wordsOf = (fault: FileFault): string => {
    switch (fault) {
      case 'empty':
        return t('fileEmpty');
      case 'ending':
        return t('fileEnding', { endings: lookupFileEndings[format].join(', ') });
      case 'unreadable':
        return t('fileUnreadable');
      default:
        return reasonText(fault);
    }
  };
  return {
    ...chosen,
    miss: () => setChosen((now) => ({ ...now, fault: now.fault ?? t('fileNeeded') })),
    choose: async (file) => {
      const read = await readHead(file, format, keep);
      const head = 'head' in read ? read.head : undefined;
      setChosen({ file, head, fault: 'fault' in read ? wordsOf(read.fault) : undefined });
      return head;
    },
    keysOnce: async (keyColumn) => {
      const { file, head } = chosen;
      const twice = file && head && (await findDuplicate(file, head, keyColumn));
      setChosen((now) => (now.file === file ? { ...now, fault: twice && wordsOf(twice) } : now));
      return twice === undefined;
    },
  };
}
