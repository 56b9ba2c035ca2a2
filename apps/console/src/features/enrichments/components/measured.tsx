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

/** A count, in full. */
export function Amount({ value }: { readonly value: number }) {
  return <span className="ui-num">{useFormat().number(value)}</span>;
}
