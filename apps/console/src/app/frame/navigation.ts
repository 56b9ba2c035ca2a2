import type { Permission } from '@acequia/domain';
import type { IconName } from '@acequia/ui';

export interface NavigationEntry {
  readonly to: '/home' | '/listeners' | '/pipelines' | '/datasinks' | '/dead-letters';
  readonly word: 'home' | 'listeners' | 'pipelines' | 'datasinks' | 'deadLetters';
  readonly icon: IconName;
  /** Absent for who may not read it. */
  readonly permission?: Permission;
}

export const navigation: readonly NavigationEntry[] = [
  { to: '/home', word: 'home', icon: 'home' },
  { to: '/listeners', word: 'listeners', icon: 'listener', permission: 'listener:read' },
  { to: '/pipelines', word: 'pipelines', icon: 'pipeline', permission: 'pipeline:read' },
  { to: '/datasinks', word: 'datasinks', icon: 'datasink', permission: 'datasink:read' },
  { to: '/dead-letters', word: 'deadLetters', icon: 'archive', permission: 'dead-letter:read' },
];
