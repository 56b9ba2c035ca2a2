import { useEffect, useState } from 'react';
import { useUiWords } from '../ui-words.tsx';

/** Waits this long before it shows, so that quick answers do not flicker. */
export const spinnerDelayMs = 200;

export function Spinner({ size = 16 }: { readonly size?: number }) {
  const words = useUiWords();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), spinnerDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className="ui-icon ui-spinner"
      role="status"
      aria-label={words.loading}
      visibility={shown ? 'visible' : 'hidden'}
    >
      <circle cx="12" cy="12" r="8.5" opacity=".25" strokeWidth="2.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 8.5 8.5" strokeWidth="2.5" />
    </svg>
  );
}
