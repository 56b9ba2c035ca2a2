import { expect, it } from 'vitest';
import { action, datasink, label } from '@acequia/pipeline/testing';
import { catalogue as tenant } from './test-catalogue.ts';
import { isMissing, missingName } from './missing-name.ts';

const catalogue = {
  ...tenant,
  removed: new Map([
    ['LI_1', 'Firewalls'],
    ['LB_1', 'Errors'],
    ['DS_1', 'SIEM'],
    ['LK_1', 'Sites'],
  ]),
};

it('something deleted is called by its last name, wherever the step refers to it', () => {
  const entrance = label('in', { listenerId: 'LI_1', labelId: 'LB_1' });
  expect(missingName({ code: 'listener-missing' }, entrance, catalogue)).toBe('Firewalls');
  expect(missingName({ code: 'label-missing' }, entrance, catalogue)).toBe('Errors');
  expect(missingName({ code: 'datasink-missing' }, datasink('out', { datasinkId: 'DS_1' }), catalogue)).toBe('SIEM');
  const step = action('site', { component: 'lookup', config: { lookup: 'LK_1', tables: [{ of: 'LK_1' }] } });
  expect(missingName({ code: 'lookup-missing', path: 'lookup' }, step, catalogue)).toBe('Sites');
  expect(missingName({ code: 'lookup-missing', path: 'tables.0.of' }, step, catalogue)).toBe('Sites');
});

it('has no name where none is known, nor of a setting that is not there', () => {
  expect(missingName({ code: 'datasink-missing' }, datasink('out', { datasinkId: 'DS_9' }), catalogue)).toBeUndefined();
  expect(missingName({ code: 'lookup-missing', path: 'a.b' }, action('site', { config: {} }), catalogue)).toBeUndefined();
  expect(['listener-missing', 'lookup-missing', 'config'].map(isMissing)).toEqual([true, true, false]);
});
