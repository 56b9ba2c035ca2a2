import { useFormat } from '#lib/format/use-format.ts';

/** Events per second, short; a dash when unknown. */
export function Eps({ value, unit = false }: { readonly value: number | undefined; readonly unit?: boolean }) {
  const format = useFormat();
  if (value === undefined) return <span className="text-faint">—</span>;
  return (
    <span className="ui-num" title={format.number(value)}>
      {format.compact(value)}
      {unit && <small className="text-muted ml-1">EPS</small>}
    </span>
  );
}
