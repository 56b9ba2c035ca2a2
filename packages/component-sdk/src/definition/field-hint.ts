import type { FieldType } from '@acequia/event';
import type { Language } from '../text/text.ts';

/** How a form shows a configuration field. Put on the zod schema with `.meta(hint)`, so it survives into JSON Schema. */
export interface FieldHint {
  readonly widget: FieldWidget;
  /** Section of the form; fields without one stand first. Its title is in the text (`groups`). */
  readonly group?: string;
  /** Hidden behind "Advanced" until opened. */
  readonly advanced?: boolean;
  /** Shown (and required) only while another field of the same object has one of these values. */
  readonly when?: { readonly field: string; readonly in: readonly (string | number | boolean)[] };
  /** Must be filled while shown; absent = may stay empty, or has a default. */
  readonly required?: boolean;
  /** Smallest and largest value, in the notation of the field (`1s` … `24h`, `64 KiB`, 1 … 65535); for lists and maps the number of entries, for texts the length. */
  readonly bounds?: { readonly min?: string | number; readonly max?: string | number };
  /** For `field`: the types the picker offers; absent = all. */
  readonly fieldTypes?: readonly FieldType[];
  /** For `choice`: options that configurations may have and that are offered to nobody else. */
  readonly retired?: readonly string[];
  /** Configurations without it run, and none is saved without it. */
  readonly wanted?: true;
  /** Configurations may have it and nothing reads it: no form shows it. */
  readonly unused?: true;
  /** For a text in the entries of a list: a new entry begins with this word, or with the first of `word 2`, `word 3`, … that no other entry has. */
  readonly proposed?: Readonly<Record<Language, string>>;
  /** The form offers values of the installation: `file-roots` are the folders the operator opened on the workers for writing, `read-roots` those below which they may read. */
  readonly options?: 'file-roots' | 'read-roots';
  /** It says where connections lead: a URL, or a host whose port is the field `port`. Refused when saved as it would be when called. */
  readonly leadsTo?: 'url' | 'host';
  /** Its text is an address, or headers, in which no credential may stand in clear; the fault that says where it belongs. */
  readonly clearCredential?: ClearCredentialCode;
}

/** Where a credential stands in clear; each text says in which setting it belongs. */
export type ClearCredentialCode =
  | 'CONFIG_URL_CREDENTIALS'
  | 'CONFIG_PROXY_CREDENTIALS'
  | 'CONFIG_TOKEN_URL_CREDENTIALS'
  | 'CONFIG_HOST_CREDENTIALS'
  | 'CONFIG_HEADER_CREDENTIAL';

/** The notation of catalogue 0.2. */
export const fieldWidgets = [
  'text',
  'textarea',
  'integer',
  'number',
  'boolean',
  'choice',
  'choices',
  'list',
  'map',
  'object',
  'duration',
  'size',
  'secret',
  'pem',
  'lookup',
  'field',
  'name',
  'template',
  'expression',
  'condition',
  'regex',
  'pattern',
  'cidr',
  'port',
  'timezone',
  'operation',
] as const;
export type FieldWidget = (typeof fieldWidgets)[number];
