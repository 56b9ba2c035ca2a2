import { useEffect, useState } from 'react';
import { useFormat } from './use-format.ts';

const stepMs = 30_000;

/** A time relative to now, exact on hover; goes on by itself. */
export function TimeAgo({ atMs }: { readonly atMs: number }) {
  const format = useFormat();
  const [, step] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => step((count) => count + 1), stepMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.exactly(atMs)}>
      {format.ago(atMs)}
    </time>
  );
}
