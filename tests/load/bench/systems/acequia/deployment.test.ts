import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '@acequia/component-sdk/definition';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { validate } from '@acequia/pipeline';
import { describe, expect, test } from 'vitest';
import { missingComponent, readPipeline } from './deployment.ts';

const names = readdirSync(join(import.meta.dirname, '..', '..', 'pipelines')).map((file) => file.replace('.yaml', ''));
const place = { port: 5514, input: '/input', lookup: '/lookup' };

describe('a changed setting is found when the benchmark is run, months later', () => {
  test.each(names)('%s is accepted by the catalogue of today', (name) => {
    const file = readPipeline(name, place, { DURABILITY: 'os' });
    expect(missingComponent(file)).toBeUndefined();
    const definition = findListener(file.listener.component)!;
    const config = parseConfig(definition.config, file.listener.config);
    expect(config).toMatchObject({ ok: true });
    const { problems } = validate(file.document, {
      action: findAction,
      datasink: findDatasink,
      listener: () => ({ definition, config: file.listener.config, labels: ['all', 'unlabelled'] }),
      datasinkInstance: (id) => {
        const node = file.document.nodes.find((candidate) => candidate.kind === 'datasink' && candidate.datasinkId === id);
        return node?.kind === 'datasink' ? { component: node.component } : undefined;
      },
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
