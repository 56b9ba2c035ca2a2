import { oneOf, type RawSearch } from './search.ts';

/** `assistant=open`: the assistant beside the page. */
export interface AssistantSearch {
  readonly assistant?: 'open' | undefined;
}

export const assistantSearch = (search: RawSearch): AssistantSearch => ({ assistant: oneOf(search['assistant'], ['open']) });
