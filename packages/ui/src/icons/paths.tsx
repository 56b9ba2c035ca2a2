import type { ReactNode } from 'react';

/** Drawings on a 24 px grid, stroke 1.5. */
export const iconPaths = {
  home: <path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />,
  listener: (
    <>
      <path d="M4 12h9M9.5 8l4 4-4 4" />
      <path d="M13 4h5a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-5" />
    </>
  ),
  datasink: (
    <>
      <path d="M11 12h9M16 8l4 4-4 4" />
      <path d="M11 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h5" />
    </>
  ),
  pipeline: (
    <>
      <circle cx="5.5" cy="6" r="2" />
      <circle cx="18.5" cy="6" r="2" />
      <circle cx="18.5" cy="18" r="2" />
      <path d="M7.5 6h9M7.2 7.2l9.6 9.6" />
    </>
  ),
  enrichment: (
    <>
      <path d="M4 7h10M4 12h7M4 17h7" />
      <path d="M17 11v8M13 15h8" />
    </>
  ),
  note: (
    <>
      <path d="M5 4h14v10l-6 6H5z" />
      <path d="M19 14h-6v6M8.5 8.5h7M8.5 12H12" />
    </>
  ),
  label: (
    <>
      <path d="M4 5v6.2a2 2 0 0 0 .6 1.4l6.8 6.8a2 2 0 0 0 2.8 0l5.2-5.2a2 2 0 0 0 0-2.8L12.6 4.6A2 2 0 0 0 11.2 4H5a1 1 0 0 0-1 1z" />
      <circle cx="8.5" cy="8.5" r="1" />
    </>
  ),
  alert: <path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4" />,
  health: <path d="M3 12.5h4l3-7 4 13 3-6h4" />,
  pin: <path d="M9 3.5h6l-.8 6.2 3.3 3.3v1.5h-11V13l3.3-3.3L9 3.5ZM12 14.5v6" />,
  history: <path d="M4.5 8A8.5 8.5 0 1 1 3.5 12.5M4 4v4.5h4.5M12 8v4.5l3 1.8" />,
  marketplace: (
    <path d="M5 10v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9M4 9l1.5-5h13L20 9a2.7 2.7 0 0 1-5.3 0 2.7 2.7 0 0 1-5.4 0A2.7 2.7 0 0 1 4 9z" />
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="M16 16l4.5 4.5" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  filter: <path d="M4 5h16l-6 7.5V19l-4-2v-4.5z" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
      <path d="M4 10h16M8.5 3v4M15.5 3v4" />
    </>
  ),
  settings: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />
    </>
  ),
  users: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 20c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.4 3.5 5.1" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12l8.5-8.5M16 7l3 3" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  shield: <path d="M12 3.5l7.5 2.5v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6z" />,
  play: <path d="M7 4.8v14.4a.5.5 0 0 0 .8.4l11-7.2a.5.5 0 0 0 0-.8l-11-7.2a.5.5 0 0 0-.8.4z" />,
  pause: <path d="M9 5v14M15 5v14" />,
  stop: <rect x="6" y="6" width="12" height="12" rx="1.5" />,
  publish: <path d="M12 15V4M7.5 8.5L12 4l4.5 4.5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />,
  test: <path d="M9.5 3.5h5M10.5 3.5v6l-5.7 9A1.3 1.3 0 0 0 6 20.5h12a1.3 1.3 0 0 0 1.2-2l-5.7-9v-6M7.8 15h8.4" />,
  undo: <path d="M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9" />,
  redo: <path d="M16 5l4 4-4 4M20 9h-9.5a5.5 5.5 0 0 0 0 11H15" />,
  fit: <path d="M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4" />,
  list: <path d="M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.5M4 12h.5M4 18h.5" />,
  grid: (
    <>
      <rect x="4" y="4" width="6.5" height="6.5" rx="1.2" />
      <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.2" />
      <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.2" />
      <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.2" />
    </>
  ),
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.2" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  warning: <path d="M12 4.5L21 19.5H3zM12 10v4.5M12 17h.01" />,
  error: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.5M12 16h.01" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 8h.01" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2" />
      <path d="M15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5" />
    </>
  ),
  'chevron-down': <path d="M6.5 9.5L12 15l5.5-5.5" />,
  'chevron-up': <path d="M6.5 14.5L12 9l5.5 5.5" />,
  'chevron-right': <path d="M9.5 6.5L15 12l-5.5 5.5" />,
  'chevron-left': <path d="M14.5 6.5L9 12l5.5 5.5" />,
  x: <path d="M6 6l12 12M18 6L6 18" />,
  'arrow-right': <path d="M4 12h16M14 6l6 6-6 6" />,
  'arrow-down': <path d="M12 5v14M6.5 13.5L12 19l5.5-5.5" />,
  extract: (
    <path d="M9 4.5c-3 0-2.5 2-2.5 4S6 12 4 12c2 0 2.5 1.5 2.5 3.5s-.5 4 2.5 4M15 4.5c3 0 2.5 2 2.5 4S18 12 20 12c-2 0-2.5 1.5-2.5 3.5s.5 4-2.5 4" />
  ),
  group: <path d="M4 6h16M7 12h10M10 18h4" />,
  mask: <path d="M4 12c2-3.7 4.7-5.5 8-5.5s6 1.8 8 5.5c-2 3.7-4.7 5.5-8 5.5S6 15.7 4 12zM5 20L19 4" />,
  code: <path d="M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5" />,
  math: <path d="M18 5H7l6 7-6 7h11" />,
  sample: (
    <>
      <path d="M5 18h.01M9.6 13h.01M14.3 15h.01M19 7h.01" strokeWidth="2.4" />
      <path d="M4 21h16" />
    </>
  ),
  cluster: (
    <>
      <rect x="4" y="4" width="16" height="6.5" rx="1.5" />
      <rect x="4" y="13.5" width="16" height="6.5" rx="1.5" />
      <path d="M7.5 7.2h.01M7.5 16.8h.01" strokeWidth="2" />
    </>
  ),
  cloud: <path d="M7 18.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.7-.4A4.2 4.2 0 0 1 17 18.5z" />,
  archive: <path d="M4 5h16v4H4zM5.5 9v10a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9M10 13h4" />,
  branch: (
    <>
      <circle cx="7" cy="5.5" r="2" />
      <circle cx="7" cy="18.5" r="2" />
      <circle cx="17" cy="8" r="2" />
      <path d="M7 7.5v9M17 10c0 4-6 2.5-9.5 6.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="M4 7l8 6 8-6" />
    </>
  ),
  trash: <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12" />,
  card: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="M3.5 10h17M7 15h3" />
    </>
  ),
  chart: <path d="M4 20h16M7 16v-5M12 16V6M17 16v-8" />,
  external: <path d="M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />,
  eye: (
    <>
      <path d="M3.5 12c2-3.9 4.8-5.8 8.5-5.8s6.5 1.9 8.5 5.8c-2 3.9-4.8 5.8-8.5 5.8S5.5 15.9 3.5 12z" />
      <circle cx="12" cy="12" r="2.5" />
    </>
  ),
  columns: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="2" />
      <path d="M9.3 5v14M14.7 5v14" />
    </>
  ),
  layout: (
    <>
      <rect x="9" y="3.5" width="6" height="5" rx="1" />
      <rect x="3.5" y="15.5" width="6" height="5" rx="1" />
      <rect x="14.5" y="15.5" width="6" height="5" rx="1" />
      <path d="M12 8.5V12M6.5 15.5V12h11v3.5" />
    </>
  ),
  refresh: <path d="M20 11a8 8 0 0 0-14.5-3.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14.5 3.5L20 15M20 20v-5h-5" />,
  panel: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="2" />
      <path d="M9.5 5v14" />
    </>
  ),
  assistant: <path d="M11 4l1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18.5 16v5M16 18.5h5" />,
  bolt: <path d="M13 3.5L5 13.5h6l-1 7 8-10h-6z" />,
  tag: (
    <>
      <path d="M4 5v6.2a2 2 0 0 0 .6 1.4l6.8 6.8a2 2 0 0 0 2.8 0l5.2-5.2a2 2 0 0 0 0-2.8L12.6 4.6A2 2 0 0 0 11.2 4H5a1 1 0 0 0-1 1z" />
      <circle cx="8.5" cy="8.5" r="1" />
    </>
  ),
  terminal: (
    <>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="M7.5 9.5L10 12l-2.5 2.5M12.5 15h4" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.5 2.3 3.7 5.2 3.7 8.5s-1.2 6.2-3.7 8.5c-2.5-2.3-3.7-5.2-3.7-8.5s1.2-6.2 3.7-8.5z" />
    </>
  ),
  signal: (
    <>
      <circle cx="12" cy="10.5" r="2.2" />
      <path d="M12 12.7V21M8 14.5a5.6 5.6 0 0 1 0-8M16 6.5a5.6 5.6 0 0 1 0 8M5.3 17.2a9.5 9.5 0 0 1 0-13.400M18.7 3.8a9.5 9.5 0 0 1 0 13.400" />
    </>
  ),
  file: <path d="M13.5 3.5H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9zM13.5 3.5V9H19M8.5 13h7M8.5 16.5h5" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof iconPaths;
