import { assistantSearch, type AssistantSearch } from '#lib/search/assistant-search.ts';
import { labelSearch, type LabelSearch } from '#lib/search/label-search.ts';
import { logSearch, type LogSearch } from '#lib/search/log-search.ts';
import { replaySearch, type ReplaySearch } from '#lib/search/replay-search.ts';
import { xraySearch, type XraySearch } from '#lib/search/xray-search.ts';
import { rangeSearch, type RangeSearch } from '#lib/ranges/chosen-range.ts';
import { oneOf, textIn, textsIn, type RawSearch } from '#lib/search/search.ts';

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

/** What may stand in the address of any page: windows over it, and the range of what it draws. */
export const windowSearch = (
  search: RawSearch,
): SettingsSearch & LogSearch & AssistantSearch & ReplaySearch & LabelSearch & XraySearch & RangeSearch => ({
  ...settingsSearch(search),
  ...logSearch(search),
  ...assistantSearch(search),
  ...replaySearch(search),
  ...labelSearch(search),
  ...xraySearch(search),
  ...rangeSearch(search),
});

export interface HomeSearch {
  readonly measure?: 'events' | 'bytes' | undefined;
  /** The flow over the range instead of now. */
  readonly flow?: 'range' | undefined;
  /** The flow as a table. */
  readonly view?: 'table' | undefined;
  /** Columns of the flow that are hidden. */
  readonly hide?: readonly string[] | undefined;
  /** The thing whose metrics are open, such as `pipeline:PL_…`. */
  readonly metrics?: string | undefined;
}
export const homeSearch = (search: RawSearch): HomeSearch => ({
  measure: oneOf(search['measure'], ['events', 'bytes']),
  flow: oneOf(search['flow'], ['range']),
  view: oneOf(search['view'], ['table']),
  hide: textsIn(search['hide']),
  metrics: textIn(search['metrics']),
});

/** `pipeline`: whose steps are shown. */
export const healthSearch = (search: RawSearch): { readonly pipeline?: string | undefined } => ({ pipeline: textIn(search['pipeline']) });

/** `listener`: whose events are looked into. */
export const historySearch = (search: RawSearch): { readonly listener?: string | undefined } => ({ listener: textIn(search['listener']) });

/** A template: what of its preview is shown, and whether its import is asked for. */
export const templateSearch = (
  search: RawSearch,
): { readonly preview?: 'graph' | 'logs' | undefined; readonly import?: boolean | undefined } => ({
  preview: oneOf(search['preview'], ['graph', 'logs']),
  import: search['import'] === true || undefined,
});

export const typeSearch = (search: RawSearch): { readonly type?: string | undefined } => ({
  type: search['type'] === null ? 'null' : textIn(search['type']),
});

/** `beside`: the data sink of the pipeline whose events a new one gets too. */
export const besideSearch = (search: RawSearch): { readonly type?: string | undefined; readonly beside?: string | undefined } => ({
  ...typeSearch(search),
  beside: textIn(search['beside']),
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

/** What the first events come from, on the page that sets up. */
export interface StartSearch {
  readonly source?: string | undefined;
}

export const startSearch = (search: RawSearch): StartSearch => ({ source: textIn(search['source']) });
