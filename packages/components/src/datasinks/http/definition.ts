import { defineDatasink } from '@acequia/component-sdk/definition';
import { sendsRaw } from '../../encoding/sends-raw.ts';
import { checkReferences } from '../../fields/check-references.ts';
import { literalPrefixFaults } from '../../fields/literal-prefix.ts';
import { httpCreation, httpNode } from './config.ts';
import { followContentType } from './content-type.ts';
import { httpExamples } from './examples.ts';
import { httpText } from './text.ts';

export const httpDatasink = defineDatasink({
  kind: 'datasink',
  id: 'http',
  version: '1.0.0',
  creation: httpCreation,
  node: httpNode,
  text: httpText,
  overview: (creation, node) =>
    [creation.baseUrl ?? '', ...(node === undefined ? [] : [`${node.method} ${node.url}`])].filter((line) => line !== ''),
  ports: () => [{ id: 'error', kind: 'error' }],
  check: (node, input) => [...checkReferences(httpNode, node, input), ...literalPrefixFaults(node.url, 'url')],
  // Most services take a JSON array; few take several JSON texts as `application/json`.
  begin: () => ({ url: '/', wrap: 'json-array' as const }),
  follow: followContentType,
  sendsRaw,
  order: 'none',
  effect: 'idempotency-key',
  examples: httpExamples,
});
