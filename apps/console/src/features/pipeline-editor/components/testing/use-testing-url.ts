import { useNavigate, useSearch } from '@tanstack/react-router';

export const testingTabs = ['debug', 'tests', 'shadow'] as const;
export type TestingTab = (typeof testingTabs)[number];

interface TestingSearch {
  readonly testing?: string;
  /** The saved test that is edited; `new`. */
  readonly test?: string;
  /** The shadow run that is looked at. */
  readonly shadow?: string;
}

const nothing = { testing: undefined, test: undefined, shadow: undefined };

/** What is open stands in the URL: `?testing=tests&test=PT_…`, `?testing=shadow&shadow=SR_…`. */
export function useTestingUrl() {
  const search = useSearch({ strict: false }) as TestingSearch;
  const navigate = useNavigate();
  const go = (next: { readonly [K in keyof TestingSearch]: string | undefined }, replace = false) =>
    void navigate({ to: '.', search: ((known: object) => ({ ...known, ...nothing, ...next })) as never, replace });
  return {
    tab: testingTabs.find((tab) => tab === search.testing),
    test: search.test,
    shadow: search.shadow,
    show: (tab: TestingTab, replace = false) => go({ testing: tab }, replace),
    edit: (test: string) => go({ testing: 'tests', test }),
    look: (shadow: string) => go({ testing: 'shadow', shadow }),
    close: () => go({}),
  };
}
