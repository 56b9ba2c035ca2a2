import { describe, expect, it } from 'vitest';
import { applyChanges, isChangeFault } from './changes.ts';
import { action, datasink, documentOf, label, surroundings } from './testing/index.ts';
import { upgradeChanges, upgrades } from './upgrade.ts';

describe('newer versions of components', () => {
  it('are offered for nodes that are behind, and for no other', () => {
    const document = documentOf([
      label(),
      action('old'),
      action('now', { version: '1.2.0' }),
      action('ahead', { version: '1.3.0' }),
      action('gone', { component: 'none' }),
      action('odd', { version: 'latest' }),
      datasink('d'),
    ]);
    expect(upgrades(document, surroundings)).toEqual([
      { node: 'old', from: '1.0.0', to: '1.2.0', config: { name: 'colour' }, major: false },
    ]);
  });

  it('bring the defaults of what is new, and lose nothing that was there', () => {
    const [upgrade] = upgrades(documentOf([datasink('d', { version: '0.9.0', config: { kept: 1 } })]), surroundings);
    expect(upgrade).toMatchObject({ to: '1.0.0', major: true, config: { kept: 1 } });
    const [whole] = upgrades(documentOf([datasink('d', { version: '0.9.0' })]), surroundings);
    expect(whole!.config).toEqual({ path: '/tmp' });
  });

  it('are taken as one edit that touches only those nodes', () => {
    const document = documentOf([label(), action('old'), action('older', { version: '1.1.0' }), datasink('d')]);
    const result = applyChanges(document, upgradeChanges(upgrades(document, surroundings)));
    if (isChangeFault(result)) throw new Error(result);
    expect(result.nodes.map((node) => ('version' in node ? node.version : ''))).toEqual(['', '1.2.0', '1.2.0', '1.0.0']);
    expect(result.nodes[3]).toBe(document.nodes[3]);
    expect(upgrades(result, surroundings)).toEqual([]);
  });
});
