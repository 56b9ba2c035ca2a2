import { err, ok, type Result } from '@acequia/base';
import { reasonText } from '@acequia/component-sdk/text';
import { buildInThread, TableShelf } from '@acequia/lookup';
import type { LookupFile } from './pipeline-file.ts';

/** The tables of the lookups of a pipeline file, all in force; the fault is one line for a person. */
export async function loadLookups(lookups: Readonly<Record<string, LookupFile>>): Promise<Result<TableShelf, string>> {
  const shelf = new TableShelf();
  for (const [id, { path, source }] of Object.entries(lookups)) {
    let built;
    try {
      built = await buildInThread(path, source);
    } catch (error) {
      return err(`lookup ${id}: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!built.ok) {
      const { code, ...fields } = built.error;
      const { title, text } = reasonText(code, 'en', fields);
      return err(`lookup ${id}: ${path}: ${title}. ${text}`);
    }
    shelf.put(id, 1, built.value);
    shelf.activate(id, 1);
  }
  return ok(shelf);
}
