import type { ComboboxOption } from '@acequia/ui';
import type { FieldType } from '@acequia/event';
import { useMemo } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { FieldFacts } from './field-facts.tsx';
import { fittingFields, type OfferedFields } from './offered-fields.ts';
import { fieldOfferTexts } from './texts.ts';

/** The fields that a picker offers, internal ones under their own heading; `types` narrows them. */
export function useFieldOptions(set: OfferedFields | undefined, types?: readonly FieldType[]): readonly ComboboxOption[] {
  const t = useTexts(fieldOfferTexts);
  return useMemo(
    () =>
      fittingFields(set, types).map((offer) => ({
        value: offer.name,
        end: <FieldFacts offer={offer} />,
        ...(offer.internal ? { section: t('internal') } : {}),
      })),
    [set, types, t],
  );
}
