import type { ConfigFault } from '@acequia/component-sdk/definition';
import { checkTemplate, parseTemplate, type FieldSet } from '@acequia/event';

/** Faults of a template: its syntax, and the fields and expressions in it against those upstream. */
export function templateFaults(source: string, input: FieldSet, path: string): ConfigFault[] {
  const template = parseTemplate(source);
  if (!template.ok) {
    const { code, offset, detail } = template.error;
    return [{ path, code, fields: { offset, detail }, severity: 'error' }];
  }
  return checkTemplate(template.value, input).faults.map(({ code, offset, detail }) => ({
    path,
    code,
    fields: { offset, detail },
    severity: 'error',
  }));
}
