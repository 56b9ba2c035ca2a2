import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { assert } from '@acequia/base';
import { parseTemplateFile, type TemplateFile } from '@acequia/pipeline';
import type { TemplateLog } from '@acequia/contract';

/** A template that comes with the product, as it lies in its folder. */
export interface ShippedTemplate extends TemplateFile {
  /** Name of its folder. */
  readonly id: string;
  /** What went in, a message a line. */
  readonly input: string;
  /** What arrived at each data sink, by node: JSON lines. */
  readonly output: Readonly<Record<string, string>>;
  /** Fields of what came to the label and to each data sink, by node. */
  readonly fields: Readonly<Record<string, TemplateLog['fields']>>;
}

const folder = new URL('../../../../../templates/', import.meta.url);

/** Reads them all, by id. Throws when one cannot be read: it is part of the program. */
export function readShippedTemplates(): readonly ShippedTemplate[] {
  return readdirSync(folder)
    .filter((id) => existsSync(new URL(`${id}/template.yaml`, folder)))
    .toSorted()
    .map((id) => {
      const read = (file: string) => readFileSync(new URL(`${id}/${file}`, folder), 'utf8');
      const file = parseTemplateFile(read('template.yaml'));
      assert(file.ok, `template ${id}: ${file.ok ? '' : file.error}`);
      const sinks = file.value.document.nodes.filter(({ kind }) => kind === 'datasink');
      return {
        ...file.value,
        id,
        input: read('input.log'),
        output: Object.fromEntries(sinks.map((node) => [node.id, read(`expected.${node.id}.ndjson`)])),
        fields: JSON.parse(read('fields.json')) as ShippedTemplate['fields'],
      };
    });
}
