import { useFormat } from '#lib/format/use-format.ts';

/** Bytes with their unit, exact on hover. */
export function Bytes({ value }: { readonly value: number }) {
  const format = useFormat();
  const { value: number, unit } = format.bytes(value);
  return (
    <span className="ui-num whitespace-nowrap" title={`${format.number(value)} B`}>
      {number} {unit}
    </span>
  );
}

/** A count, short, exact on hover. */
export function Amount({ value }: { readonly value: number }) {
  const format = useFormat();
  return (
    <span className="ui-num" title={format.number(value)}>
      {format.compact(value)}
    </span>
  );
}
