import { ranges, type Range } from '#lib/ranges/ranges.ts';
import { oneOf, textIn, type RawSearch } from '#lib/search/search.ts';

const sections = ['your_preferences', 'organization_settings'] as const;
const options = ['email_password', 'secrets_management'] as const;

export interface SettingsSearch {
  readonly section?: (typeof sections)[number] | undefined;
  readonly option?: (typeof options)[number] | undefined;
}

/** `section` and `option` open the settings window; what is unknown falls back to the preferences. */
export const settingsSearch = (search: RawSearch): SettingsSearch => ({
  section: search['section'] === undefined ? undefined : (oneOf(search['section'], sections) ?? sections[0]),
  option: search['option'] === undefined ? undefined : (oneOf(search['option'], options) ?? options[0]),
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
}
export const editorSearch = (search: RawSearch): EditorSearch => ({ node: textIn(search['node']), tab: textIn(search['tab']) });
