import { TypeChip } from '@acequia/ui';
import { useFormat } from '#lib/format/index.ts';
import type { FieldOffer } from './offered-fields.ts';

/** Type, share and example of a field, in columns at the end of a line. */
export function FieldFacts({ offer: { type, share, example } }: { readonly offer: FieldOffer }) {
  const format = useFormat();
  return (
    <span className="inline-flex items-center gap-2 font-sans text-xs">
      <span className="flex justify-end w-20">{type !== 'unknown' && <TypeChip type={type} />}</span>
      {share !== undefined && (
        <>
          <span className="w-9 text-right ui-num">{format.percent(share)}</span>
          <span className="w-28 truncate ui-mono" title={example}>
            {example}
          </span>
        </>
      )}
    </span>
  );
}
