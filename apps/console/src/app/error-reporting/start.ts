import {
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  init,
  linkedErrorsIntegration,
  replayIntegration,
  type BrowserOptions,
} from '@sentry/browser';
import { addFetchInstrumentationHandler } from '@sentry/core';
import type { Boot } from '../boot.ts';
import type { ErrorSink } from './collect.ts';
import { failureOf, isFailedFetch } from './failed-fetch.ts';
import { maskedTransport } from './masked-transport.ts';

/** Attributes that hold texts people read or wrote. */
const textAttributes = [
  'alt',
  'content',
  'label',
  'placeholder',
  'title',
  'value',
  'href',
  ...['label', 'description', 'placeholder', 'roledescription', 'valuetext'].map((name) => `aria-${name}`),
  ...['id', 'value', 'label', 'name'].map((name) => `data-${name}`),
];

/** What is sampled, what is masked and where it goes (specification 1). */
export const reportingOptions = ({ errorReportingDsn = '', version = '' }: Boot): BrowserOptions => ({
  dsn: errorReportingDsn,
  release: version,
  transport: maskedTransport,
  traceLifecycle: 'static',
  tracesSampleRate: 1,
  tracePropagationTargets: [],
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  sendClientReports: false,
  enhanceFetchErrorMessages: false,
  dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
  defaultIntegrations: false,
  integrations: [
    eventFiltersIntegration(),
    functionToStringIntegration(),
    globalHandlersIntegration(),
    linkedErrorsIntegration(),
    dedupeIntegration(),
    breadcrumbsIntegration({ dom: false, xhr: false }),
    browserTracingIntegration(),
    replayIntegration({
      maskAllText: true,
      maskAllInputs: true,
      maskAttributes: textAttributes,
      blockAllMedia: true,
      useCompression: false,
      beforeErrorSampling: ({ level }) => level !== 'warning',
    }),
  ],
  beforeSend: (event, { originalException }) =>
    isFailedFetch(originalException) ? { ...event, level: 'warning', tags: { ...event.tags, fetch: 'failed' } } : event,
});

/** Reports to the operator's own receiver of Sentry's protocol. Loaded only when it is turned on. */
export function startReporting(settings: Boot): ErrorSink {
  init(reportingOptions(settings));
  watchFetches();
  return (error) => void captureException(error);
}

/** Operations catch what fails and say it on the page; it is reported here, in one place for all of them. */
function watchFetches(): void {
  addFetchInstrumentationHandler(({ error, response, fetchData: { method, url } }) => {
    const failure = failureOf(method, url, response?.status, error);
    if (failure !== undefined) captureException(failure);
  });
}
