import { defineDatasink } from '@acequia/component-sdk/definition';
import type { ConfigFault } from '@acequia/component-sdk/definition';
import { parseTemplate } from '@acequia/event';
import { sendsRaw } from '../../encoding/sends-raw.ts';
import { checkReferences } from '../../fields/check-references.ts';
import { literalPrefixFaults } from '../../fields/literal-prefix.ts';
import { fileCreation, fileNode } from './config.ts';
import { fileExamples } from './examples.ts';
import { fileText } from './text.ts';
import { usablePath, withoutLeadingDots } from './usable-path.ts';

export const fileDatasink = defineDatasink({
  kind: 'datasink',
  id: 'file',
  version: '1.0.0',
  creation: fileCreation,
  node: fileNode,
  text: fileText,
  overview: (creation, node) => [creation.root, ...(node === undefined ? [] : [node.path])],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: (node, input) => [...checkReferences(fileNode, node, input), ...literalPrefixFaults(node.path, 'path'), ...pathFaults(node.path)],
  begin: () => ({ path: 'events.ndjson' }),
  sendsRaw,
  order: 'strict',
  effect: 'once',
  examples: fileExamples,
});

/** Fixed text that makes a path no file can have, whatever the event, or one that is read as another path than it is written. */
function pathFaults(source: string): ConfigFault[] {
  const template = parseTemplate(source);
  if (!template.ok) return [];
  const path = template.value.parts.map((part) => ('text' in part ? part.text : 'x')).join('');
  const usable = usablePath(withoutLeadingDots(path));
  if (usable === path) return [];
  return [{ path: 'path', code: usable === undefined ? 'CONFIG_PATH_PARTS' : 'CONFIG_PATH_AS_WRITTEN', severity: 'error' }];
}
