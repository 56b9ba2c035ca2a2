import { assert, parseDuration, parseSize } from '@acequia/base';
import * as z from 'zod';
import { cidrPattern, isCidr } from './cidr.ts';
import { fault, field, type FieldOptions } from './field.ts';

interface TextBounds {
  /** In the field's own notation, e.g. `1s`. */
  readonly min?: string;
  readonly max?: string;
  /** One value outside the bounds that is allowed all the same, e.g. `0` for *never*. */
  readonly or?: '0';
}

/** Stored as text (`250ms` `30s` `5m` `24h` `7d`); read it with `durationMs`. */
export function durationField<const O extends FieldOptions<string> & TextBounds>(options: O) {
  return unitField(options, 'duration', options.or === '0' ? /^(0|\d+(\.\d+)?(ms|s|m|h|d))$/ : /^\d+(\.\d+)?(ms|s|m|h|d)$/, durationMs);
}

/** Stored as text (`512 KiB` binary, `1 MB` decimal); read it with `sizeBytes`. */
export function sizeField<const O extends FieldOptions<string> & TextBounds>(options: O) {
  return unitField(options, 'size', /^\d+(\.\d+)?\s*(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$/, sizeBytes);
}

/** Milliseconds of a checked duration; `0` is zero. */
export function durationMs(text: string): number {
  if (text === '0') return 0;
  const parsed = parseDuration(text);
  assert(parsed.ok, `duration ${text} was checked by its schema`);
  return parsed.value;
}

/** Bytes of a checked size. */
export function sizeBytes(text: string): number {
  const parsed = parseSize(text);
  assert(parsed.ok, `size ${text} was checked by its schema`);
  return parsed.value;
}

function unitField<const O extends FieldOptions<string> & TextBounds>(
  options: O,
  widget: 'duration' | 'size',
  pattern: RegExp,
  read: (text: string) => number,
) {
  // Aborts: checks of the whole configuration read the value, and run only once it can be read.
  const schema = z
    .string()
    .regex(pattern, { abort: true })
    .superRefine((text, context) => {
      if (options.or !== undefined && text === options.or) return;
      if (options.min !== undefined && read(text) < read(options.min)) fault(context, text, 'CONFIG_TOO_SMALL', { min: options.min });
      if (options.max !== undefined && read(text) > read(options.max)) fault(context, text, 'CONFIG_TOO_LARGE', { max: options.max });
    });
  const bounds = { ...(options.min === undefined ? {} : { min: options.min }), ...(options.max === undefined ? {} : { max: options.max }) };
  return field(schema, widget, options, { bounds });
}

/** IPv4 and IPv6 networks or single addresses. */
export function cidrsField<const O extends FieldOptions<readonly string[]> & { readonly max?: number }>(options: O) {
  const item = z
    .string()
    .regex(cidrPattern)
    .superRefine((text, context) => {
      if (!isCidr(text)) fault(context, text, 'CONFIG_FORMAT');
    })
    .meta({ widget: 'cidr' });
  const max = options.max ?? 1000;
  return field(z.array(item).max(max), 'list', options, { bounds: { min: 0, max } });
}

/** A port number; the cluster's range is checked where the cluster is known. */
export function portField<const O extends FieldOptions<number>>(options: O) {
  return field(z.int().min(1).max(65_535), 'port', options, { bounds: { min: 1, max: 65_535 } });
}

/** An IANA zone name the host knows, or `UTC`. */
export function timezoneField<const O extends FieldOptions<string>>(options: O) {
  const schema = z
    .string()
    .min(1)
    .max(64)
    .superRefine((text, context) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: text });
      } catch {
        fault(context, text, 'CONFIG_TIMEZONE');
      }
    });
  return field(schema, 'timezone', options);
}
