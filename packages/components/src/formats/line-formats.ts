/** Formats of frames that are one event each. */
export const lineFormats = ['text', 'json', 'csv', 'kv', 'syslog', 'cef', 'leef'] as const;
export type LineFormat = (typeof lineFormats)[number];
