import { objectStates, type ObjectState } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { objectStateTexts } from './texts.ts';

/** Every state with its word, for the filter of a list. */
export function useStateOptions(): readonly { readonly value: ObjectState; readonly label: string }[] {
  const t = useTexts(objectStateTexts);
  return objectStates.map((state) => ({ value: state, label: t(state) }));
}
