import type { ReactNode } from 'react';

const drawings = {
  /** A closed gate over dry water: nothing here yet. */
  empty: (
    <>
      <path d="M8 50c14-9 26-9 40 0s26 9 40 0 26-9 40 0M8 64c14-9 26-9 40 0s26 9 40 0 26-9 40 0" strokeDasharray="3 5" />
      <path d="M48 44V10M88 44V10M40 14h56M68 14v10" stroke="var(--accent)" />
      <rect x="56" y="24" width="24" height="15" rx="2" fill="var(--accent)" stroke="none" />
    </>
  ),
  'no-results': (
    <>
      <path d="M8 62c14-9 26-9 40 0s26 9 40 0 26-9 40 0" />
      <circle cx="66" cy="30" r="18" stroke="var(--accent)" />
      <path d="M79 43l12 12" stroke="var(--accent)" />
      <path d="M57 30h18" strokeDasharray="3 4" />
    </>
  ),
  /** A broken gate. */
  error: (
    <>
      <path d="M8 54c14-9 26-9 40 0M88 54c14 9 26 0 40 0M8 68c14-9 26-9 40 0s26 9 40 0 26-9 40 0" />
      <path d="M48 56V12M90 56l-4-40M42 16l26 4M74 26l20 6" stroke="var(--danger)" />
      <rect x="58" y="50" width="24" height="15" rx="2" transform="rotate(14 70 57)" fill="var(--canvas)" stroke="var(--danger)" />
    </>
  ),
  /** A canal that ends at a signpost. */
  lost: (
    <>
      <path d="M8 30h36c18 0 14 34 32 34h8" />
      <path d="M96 64h32" strokeDasharray="2 6" />
      <circle cx="84" cy="64" r="4" stroke="var(--accent)" />
      <path d="M8 44h22c18 0 10 32 28 32" opacity=".6" />
      <path d="M106 18v34M92 20h24l6 6-6 6H92z" stroke="var(--accent)" />
    </>
  ),
  locked: (
    <>
      <path d="M8 66c14-9 26-9 40 0s26 9 40 0 26-9 40 0" />
      <path d="M48 58V12M88 58V12M40 16h56" stroke="var(--accent)" />
      <rect x="54" y="28" width="28" height="28" rx="3" stroke="var(--accent)" />
      <path d="M61 28v-4a7 7 0 0 1 14 0v4M68 40v5" stroke="var(--accent)" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

/** The canal in one of its states, 136 × 84. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg
      width="136"
      height="84"
      viewBox="0 0 136 84"
      fill="none"
      stroke="var(--line-strong)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {drawings[name]}
    </svg>
  );
}
