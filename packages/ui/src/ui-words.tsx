import { createContext, use, type ReactNode } from 'react';

/** The few words primitives say themselves. */
export interface UiWords {
  readonly close: string;
  readonly copy: string;
  readonly copied: string;
  readonly idCopied: string;
  readonly urlCopied: string;
  readonly copyFailed: string;
  readonly clear: string;
  readonly remove: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly showValue: string;
  readonly hideValue: string;
  readonly loading: string;
  readonly noOptions: string;
  readonly notifications: string;
}

const english: UiWords = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  idCopied: 'ID copied',
  urlCopied: 'URL copied',
  copyFailed: 'Error copying element, try again later',
  clear: 'Clear',
  remove: 'Remove',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  showValue: 'Show value',
  hideValue: 'Hide value',
  loading: 'Loading',
  noOptions: 'No matches',
  notifications: 'Notifications',
};

const UiWordsContext = createContext<UiWords>(english);

export function UiWordsProvider({ words, children }: { readonly words: UiWords; readonly children: ReactNode }) {
  return <UiWordsContext value={words}>{children}</UiWordsContext>;
}

export const useUiWords = (): UiWords => use(UiWordsContext);
