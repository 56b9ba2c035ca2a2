import {
  batchFields,
  booleanField,
  choiceField,
  configObject,
  encodeFields,
  fault,
  httpClientFields,
  listField,
  mapField,
  objectField,
  queueFields,
  requestFields,
  retryField,
  templateField,
  textField,
} from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { homeMetricsField } from '../../encoding/common-fields.ts';
import { insecureFault, isInternalUrl, isSecureUrl, splitTarget } from './target-url.ts';

export const httpCreation = configObject({
  baseUrl: textField({
    optional: true,
    wanted: true,
    max: 2048,
    pattern: /^https?:\/\/[^\s/?#@]+[^\s?#]*$/,
    leadsTo: 'url',
    clearCredential: 'CONFIG_URL_CREDENTIALS',
  }),
  plainHttp: booleanField({ default: false }),
  ...httpClientFields(),
  compression: choiceField(['none', 'gzip', 'deflate', 'zstd'], { default: 'none' }),
  idempotencyHeader: textField({ default: 'Idempotency-Key', max: 128, pattern: /^[A-Za-z0-9-]+$/, advanced: true }),
  retry: retryField(),
  ...requestFields(),
  inHomeMetrics: homeMetricsField(),
}).superRefine((creation, context) => {
  if (creation.baseUrl !== undefined && !isSecureUrl(creation.baseUrl) && !(creation.plainHttp && isInternalUrl(creation.baseUrl))) {
    const code = insecureFault(creation.baseUrl);
    context.addIssue({ code: 'custom', path: ['baseUrl'], input: creation.baseUrl, message: code, params: { fault: code } });
  }
});
export type HttpCreation = z.infer<typeof httpCreation>;

const statuses = () =>
  listField(z.int().min(100).max(599).meta({ widget: 'integer' }), { default: [], max: 50, group: 'answers', advanced: true });
const forTemplate = { field: 'wrap', in: ['template'] };

export const httpNode = configObject({
  method: choiceField(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'], { default: 'POST' }),
  url: templateField({ max: 2048, clearCredential: 'CONFIG_URL_CREDENTIALS' }),
  ...encodeFields({ formats: ['json', 'csv', 'kv', 'text'], format: 'json' }),
  contentType: choiceField(['application/json', 'application/x-ndjson', 'text/plain', 'text/csv', 'application/xml', 'text/html'], {
    default: 'application/json',
  }),
  headers: mapField({ default: {}, advanced: true, clearCredential: 'CONFIG_HEADER_CREDENTIAL' }),
  bulk: booleanField({ default: true }),
  wrap: choiceField(['ndjson', 'json-array', 'delimiter', 'template'], { default: 'ndjson', when: { field: 'bulk', in: [true] } }),
  delimiter: textField({ when: { field: 'wrap', in: ['delimiter'] }, max: 64 }),
  before: textField({ default: '', when: forTemplate, max: 4096, multiline: true }),
  between: textField({ default: '', when: forTemplate, max: 4096, multiline: true }),
  after: textField({ default: '', when: forTemplate, max: 4096, multiline: true }),
  perItem: objectField(
    { itemsPath: textField({ max: 256 }), statusPath: textField({ max: 256 }), errorPath: textField({ optional: true, max: 256 }) },
    { optional: true, group: 'answers', advanced: true },
  ),
  okStatuses: statuses(),
  retryStatuses: statuses(),
  rejectStatuses: statuses(),
  ...queueFields(),
  ...batchFields({ maxEvents: 500, maxBytes: '1 MiB', maxWait: '1s' }),
}).superRefine((node, context) => {
  if (/^http:/i.test(node.url) && !isSecureUrl(node.url)) fault(context, node.url, insecureFault(node.url));
  const written = splitTarget(node.url, undefined);
  if (written && !URL.canParse(written.origin)) fault(context, node.url, 'CONFIG_FORMAT');
});
export type HttpNode = z.infer<typeof httpNode>;
