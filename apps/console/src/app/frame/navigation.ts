import type { Feature, Permission } from '@acequia/domain';
import type { IconName } from '@acequia/ui';

export interface NavigationEntry {
  readonly to:
    | '/home'
    | '/listeners'
    | '/pipelines'
    | '/datasinks'
    | '/enrichments'
    | '/dead-letters'
    | '/alerts'
    | '/health'
    | '/datahistory'
    | '/marketplace';
  readonly word:
    | 'home'
    | 'listeners'
    | 'pipelines'
    | 'datasinks'
    | 'enrichments'
    | 'deadLetters'
    | 'alerts'
    | 'health'
    | 'history'
    | 'marketplace';
  readonly icon: IconName;
  /** Absent for who may not read it. */
  readonly permission?: Permission;
  /** Absent in tenants without it. */
  readonly feature?: Feature;
}

export const navigation: readonly NavigationEntry[] = [
  { to: '/home', word: 'home', icon: 'home' },
  { to: '/listeners', word: 'listeners', icon: 'listener', permission: 'listener:read' },
  { to: '/pipelines', word: 'pipelines', icon: 'pipeline', permission: 'pipeline:read' },
  { to: '/datasinks', word: 'datasinks', icon: 'datasink', permission: 'datasink:read' },
  { to: '/enrichments', word: 'enrichments', icon: 'enrichment', permission: 'listener:read' },
  { to: '/dead-letters', word: 'deadLetters', icon: 'archive', permission: 'dead-letter:read' },
  { to: '/alerts', word: 'alerts', icon: 'alert', permission: 'alert:read', feature: 'alerts' },
  { to: '/health', word: 'health', icon: 'health', permission: 'cluster:read', feature: 'engine-alerts' },
  { to: '/datahistory', word: 'history', icon: 'history', permission: 'listener:read' },
  { to: '/marketplace', word: 'marketplace', icon: 'marketplace', permission: 'template:read' },
];
