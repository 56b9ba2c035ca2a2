import type { FieldType } from './values.ts';

export type KnownType = FieldType | 'unknown';

/** The fields known at a place of a pipeline. `open`: there may be others, whose names come from data. */
export interface FieldSet {
  readonly fields: ReadonlyMap<string, KnownType>;
  readonly open: boolean;
}

export const emptyFieldSet: FieldSet = { fields: new Map(), open: false };

/** The internal fields (catalogue 1.3); readable everywhere. */
export const internalFields: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['_id', 'string'],
  ['_raw', 'string'],
  ['_time', 'timestamp'],
  ['_received', 'timestamp'],
  ['_listener', 'string'],
  ['_listener_name', 'string'],
  ['_listener_type', 'string'],
  ['_label', 'string'],
  ['_source_ip', 'string'],
  ['_source_port', 'integer'],
  ['_transport', 'string'],
  ['_tls_subject', 'string'],
  ['_credential', 'string'],
  ['_bytes', 'integer'],
  ['_cluster', 'string'],
  ['_worker', 'string'],
  ['_flags', 'list<string>'],
  ['_error', 'json'],
  ['_replay', 'string'],
]);

export function fieldSet(fields: Readonly<Record<string, KnownType>> | Iterable<readonly [string, KnownType]>, open = false): FieldSet {
  const entries = Symbol.iterator in fields ? fields : Object.entries(fields);
  return { fields: new Map(entries as Iterable<readonly [string, KnownType]>), open };
}

/** What is known where several branches meet: every field of any of them; differing types become `unknown`. */
export function mergeFieldSets(sets: readonly FieldSet[]): FieldSet {
  const fields = new Map<string, KnownType>();
  let open = false;
  for (const set of sets) {
    open ||= set.open;
    for (const [name, type] of set.fields) {
      const other = fields.get(name);
      fields.set(name, other === undefined || other === type ? type : 'unknown');
    }
  }
  return { fields, open };
}

/** The set after a node that adds (or replaces) `added` and takes `removed` away. */
export function changeFieldSet(set: FieldSet, added: Iterable<readonly [string, KnownType]>, removed: Iterable<string> = []): FieldSet {
  const fields = new Map(set.fields);
  for (const name of removed) fields.delete(name);
  for (const [name, type] of added) fields.set(name, type);
  return { fields, open: set.open };
}

/** Type of a field; `undefined` when there is no such field, `unknown` when only the event can tell. */
export function typeOfField(set: FieldSet, name: string): KnownType | undefined {
  return set.fields.get(name) ?? internalFields.get(name) ?? (set.open ? 'unknown' : undefined);
}
