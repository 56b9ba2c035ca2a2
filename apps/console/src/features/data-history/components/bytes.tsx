import { useFormat } from '#lib/format/use-format.ts';

/** An amount with its unit, exact on hover. */
export function Bytes({ value, perSecond = false }: { readonly value: number; readonly perSecond?: boolean }) {
  const format = useFormat();
  const { value: number, unit } = format.bytes(value);
  return (
    <span className="ui-num whitespace-nowrap" title={format.number(Math.round(value))}>
      {number} <small className="text-muted">{perSecond ? `${unit}/s` : unit}</small>
    </span>
  );
}
