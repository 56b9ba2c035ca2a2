import { defineDatasink } from '@acequia/component-sdk/definition';
import { checkReferences } from '../../fields/check-references.ts';
import { syslogCreation, syslogNode } from './config.ts';
import { syslogExamples } from './examples.ts';
import { syslogPresets } from './presets.ts';
import { syslogText } from './text.ts';

export const syslogDatasink = defineDatasink({
  kind: 'datasink',
  id: 'syslog',
  version: '1.0.0',
  creation: syslogCreation,
  node: syslogNode,
  text: syslogText,
  overview: (creation, node) => [
    `${creation.protocol}://${creation.host}:${creation.port}`,
    ...(node === undefined ? [] : [node.standard]),
  ],
  ports: (node) => [...(node.resilient ? [{ id: 'fallback', kind: 'plain' } as const] : []), { id: 'error', kind: 'error' }],
  check: (node, input) => checkReferences(syslogNode, node, input),
  order: 'strict',
  effect: 'duplicate',
  examples: syslogExamples,
  presets: syslogPresets,
  // A line that was received by syslog has its header already: it is passed on as it is.
  begin: ({ listener }) => (listener === 'syslog' ? { standard: 'none' as const } : {}),
});
