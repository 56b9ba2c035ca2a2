import type { Preferences } from '@acequia/contract';
import type { StoredPreferences } from '../../db/schema/gate-tables.ts';

/** Preferences with what was added since they were stored. */
export const wholePreferences = (stored: StoredPreferences): Preferences => ({ timeZone: 'browser', tables: {}, editor: {}, ...stored });
