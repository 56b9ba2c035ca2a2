import { textIn, type RawSearch } from './search.ts';

/** `label=new` asks for a new label of the listener shown, any other word edits the label of that id. */
export interface LabelSearch {
  readonly label?: string | undefined;
}

export const labelSearch = (search: RawSearch): LabelSearch => ({ label: textIn(search['label']) });
