import { useEffect, useState } from 'react';

/** The value once it has not changed for a while. */
export function useSettled<V>(value: V, waitMs: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
