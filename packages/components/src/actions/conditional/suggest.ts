import { readableText, type PointedValue, type Suggestion } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { conditionalConfig } from './config.ts';

const portNameMax = 64;
const fixedPorts = ['', 'default', 'error'];

/** A way out of its own for events with this value. */
export function suggestConditional(pointed: PointedValue): readonly Suggestion<z.input<typeof conditionalConfig>>[] {
  const value = literal(pointed);
  if (value === undefined) return [];
  const text = readableText(pointed.json)
    .replaceAll(/[^A-Za-z0-9 .\-_]/g, ' ')
    .trim();
  const name = fixedPorts.includes(text) ? `${pointed.name} ${text}`.trim() : text;
  const condition = { form: 'visual' as const, ast: { field: pointed.name, op: 'eq' as const, value } };
  return [{ kind: 'route', config: { mode: 'first', conditions: [{ name: name.slice(0, portNameMax), condition }] } }];
}

/** A value that a condition can be compared with. */
function literal({ type, json }: PointedValue): string | number | boolean | undefined {
  if (type === 'string') return readableText(json);
  if (type === 'boolean') return json === 'true';
  const number = Number(json);
  return (type === 'integer' && Number.isSafeInteger(number)) || type === 'float' ? number : undefined;
}
