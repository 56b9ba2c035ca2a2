import {
  choiceField,
  choicesField,
  cidrsField,
  configObject,
  decodeFields,
  durationField,
  field,
  httpAuthInFields,
  intakeFields,
  integerField,
  listField,
  objectField,
  secretField,
  sizeField,
  socketFields,
  templateField,
  textField,
  tlsServerFields,
} from '@acequia/component-sdk/definition';
import * as z from 'zod';

const custom = { field: 'sender', in: ['custom'] } as const;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Formats of lines and of bodies that are not JSON. */
export const lineFormats = ['text', 'json', 'kv', 'syslog'] as const;

const hmacMembers = {
  sender: choiceField(['custom', 'github', 'slack', 'stripe', 'shopify'], { default: 'custom' }),
  secrets: field(
    z
      .array(configObject({ name: textField({ max: 64 }), secret: secretField({}) }))
      .min(1)
      .max(10),
    'list',
    {},
    { bounds: { min: 1, max: 10 } },
  ),
  header: textField({ default: 'X-Signature', max: 128, pattern: headerName, when: custom }),
  algorithm: choiceField(['sha1', 'sha256', 'sha512'], { default: 'sha256', when: custom }),
  encoding: choiceField(['hex', 'base64'], { default: 'hex', when: custom }),
  prefix: textField({ optional: true, max: 64, when: custom }),
  signed: textField({ default: '{body}', max: 256, when: custom }),
  timestampHeader: textField({ optional: true, max: 128, pattern: headerName, when: custom }),
  tolerance: durationField({ default: '5m', min: '1s', max: '24h', advanced: true }),
};

export const httpConfig = configObject({
  ...socketFields({ port: 8081 }),
  methods: choicesField(['GET', 'POST', 'PUT'], { default: ['POST'], min: 1 }),
  path: listField(textField({ max: 256, pattern: /^\/[^\s?#]*$/ }), { default: ['/'], min: 1, max: 20 }),
  ...httpAuthInFields(),
  hmac: objectField(hmacMembers, { when: { field: 'auth', in: ['hmac'] }, group: 'http-auth-in' }),
  extraction: choiceField(['auto', 'body', 'lines', 'ndjson', 'json-array', 'json-path', 'form'], { default: 'auto', group: 'decode' }),
  jsonPath: textField({ max: 256, pattern: /^[^[\]]+\[\*\]$/, when: { field: 'extraction', in: ['json-path'] }, group: 'decode' }),
  inherit: listField(textField({ max: 256 }), { default: [], max: 50, when: { field: 'extraction', in: ['json-path'] }, group: 'decode' }),
  ...decodeFields({ formats: lineFormats, format: 'text' }),
  maxBody: sizeField({ default: '10 MiB', min: '1 KiB', max: '100 MiB', group: 'limits', advanced: true }),
  maxDecoded: sizeField({ default: '20 MiB', min: '1 KiB', max: '1 GiB', group: 'limits', advanced: true }),
  captureHeaders: choiceField(['none', 'all', 'list'], { default: 'none', group: 'request', advanced: true }),
  headerNames: listField(textField({ max: 128, pattern: headerName }), {
    when: { field: 'captureHeaders', in: ['list'] },
    min: 1,
    max: 50,
    group: 'request',
    advanced: true,
  }),
  trustedProxies: cidrsField({ default: [], group: 'request', advanced: true }),
  forwardedHeader: choiceField(['x-forwarded-for', 'forwarded'], { default: 'x-forwarded-for', group: 'request', advanced: true }),
  handshake: choiceField(['none', 'slack', 'microsoft-graph', 'okta', 'sns', 'event-grid'], {
    default: 'none',
    group: 'request',
    advanced: true,
  }),
  cors: listField(textField({ max: 256, pattern: /^(\*|https?:\/\/[^\s/]+)$/ }), {
    default: [],
    max: 50,
    group: 'request',
    advanced: true,
  }),
  successStatus: integerField({ default: 200, min: 200, max: 204, group: 'reply', advanced: true }),
  responseBody: templateField({ optional: true, max: 4096, group: 'reply', advanced: true }),
  ...tlsServerFields(),
  ...intakeFields(),
});

export type HttpConfig = z.infer<typeof httpConfig>;
export type HmacConfig = NonNullable<HttpConfig['hmac']>;
