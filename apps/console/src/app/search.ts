import { ranges, type Range } from '#lib/ranges/ranges.ts';
import { labelSearch, type LabelSearch } from '#lib/search/label-search.ts';
import { replaySearch, type ReplaySearch } from '#lib/search/replay-search.ts';
import { xraySearch, type XraySearch } from '#lib/search/xray-search.ts';
import { oneOf, textIn, type RawSearch } from '#lib/search/search.ts';

export interface SettingsSearch {
  readonly section?: string | undefined;
  readonly option?: string | undefined;
  /** The thing the option shows, such as a secret. */
  readonly item?: string | undefined;
}

/** `section` and `option` open the settings window, which shows the preferences for what it does not know. */
export const settingsSearch = (search: RawSearch): SettingsSearch => {
  const section = search['section'] === undefined ? undefined : (textIn(search['section']) ?? 'your_preferences');
  return section === undefined ? {} : { section, option: textIn(search['option']), item: textIn(search['item']) };
};

/** What may stand in the address of any page: windows over it. */
export const windowSearch = (search: RawSearch): SettingsSearch & ReplaySearch & LabelSearch & XraySearch => ({
  ...settingsSearch(search),
  ...replaySearch(search),
  ...labelSearch(search),
  ...xraySearch(search),
});

export interface HomeSearch {
  readonly range?: Range | undefined;
  readonly measure?: 'events' | 'bytes' | undefined;
}
export const homeSearch = (search: RawSearch): HomeSearch => ({
  range: oneOf(search['range'], ranges),
  measure: oneOf(search['measure'], ['events', 'bytes']),
});

export const typeSearch = (search: RawSearch): { readonly type?: string | undefined } => ({
  type: search['type'] === null ? 'null' : textIn(search['type']),
});

export interface EditorSearch {
  readonly node?: string | undefined;
  readonly tab?: string | undefined;
  /** The list instead of the canvas. */
  readonly shown?: 'list' | undefined;
  /** Nothing but the document. */
  readonly focus?: boolean | undefined;
}
export const editorSearch = (search: RawSearch): EditorSearch => ({
  node: textIn(search['node']),
  tab: textIn(search['tab']),
  shown: oneOf(search['shown'], ['list']),
  focus: search['focus'] === true || undefined,
});
