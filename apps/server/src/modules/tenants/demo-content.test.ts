import { validate, type Surroundings } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import { shippedCatalogue as catalogue } from '../../catalogue/catalogue.ts';
import { demoDatasinks, demoDraft, demoEarlier, demoListeners, demoPipelines, documentOf } from './demo-content.ts';

const component = 'null';
const ids = {
  listeners: new Map(demoListeners.map(({ key }) => [key, key])),
  datasinks: new Map(demoDatasinks.map(({ key }) => [key, { id: key, component, version: catalogue.datasink(component)!.version }])),
  lookup: 'services',
  versionOf: (id: string) => catalogue.action(id)!.version,
};
const surroundings: Surroundings = {
  action: (id) => catalogue.action(id),
  datasink: (id) => catalogue.datasink(id),
  listener: (id) => {
    const listener = demoListeners.find(({ key }) => key === id);
    return listener && { definition: catalogue.listener(listener.component)!, config: listener.config, labels: ['all'] };
  },
  datasinkInstance: (id) => (demoDatasinks.some(({ key }) => key === id) ? { component } : undefined),
  lookup: (id) => id === ids.lookup,
};

test.each([...demoPipelines, demoEarlier, demoDraft].map((each) => [each.name.en, each] as const))(
  '%s has no problem',
  (_name, pipeline) => {
    expect(validate(documentOf(pipeline, ids, 'en'), surroundings).problems).toEqual([]);
  },
);
