import { textIn, type RawSearch } from './search.ts';

/** `xray` names an event whose way through a version is shown; `xrayAt` is when it was received, ms since 1970. */
export interface XraySearch {
  readonly xray?: string | undefined;
  readonly xrayAt?: string | undefined;
  readonly xrayVersion?: string | undefined;
}

export const xraySearch = (search: RawSearch): XraySearch => ({
  xray: textIn(search['xray']),
  xrayAt: textIn(search['xrayAt']),
  xrayVersion: textIn(search['xrayVersion']),
});

export const noXray: XraySearch = { xray: undefined, xrayAt: undefined, xrayVersion: undefined };

/** When an event was received, ms since 1970, from its internal fields; undefined when it does not say. */
export function receivedMsOf(fields: readonly { readonly name: string; readonly value: string }[]): number | undefined {
  const atMs = Date.parse(fields.find(({ name }) => name === '_received')?.value.replaceAll('"', '') ?? '');
  return Number.isNaN(atMs) ? undefined : Math.floor(atMs);
}
