import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AssistantSearch } from '#lib/search/assistant-search.ts';

/** Whether the assistant is open stands in the address: `?assistant=open`. */
export function useAssistantUrl() {
  const { assistant } = useSearch({ strict: false }) as AssistantSearch;
  const navigate = useNavigate();
  const go = (next: AssistantSearch['assistant']) =>
    void navigate({ to: '.', search: ((known: object) => ({ ...known, assistant: next })) as never });
  return { open: assistant === 'open', show: () => go('open'), close: () => go(undefined) };
}
