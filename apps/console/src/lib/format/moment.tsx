import { useFormat } from './use-format.ts';

/** A moment, exact and with its zone on hover. */
export function Moment({ atMs }: { readonly atMs: number }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.exactly(atMs)}>
      {format.moment(atMs)}
    </time>
  );
}
