import type { Preferences } from '@acequia/contract';
import { changeLanguage, currentLanguage } from '#i18n/i18n.ts';
import { switchZone } from '#lib/format/zone.ts';

export type Theme = Preferences['theme'];
export type Density = Preferences['tableDensity'];

/** What the page shows now: attributes of the document root, set by the server before the first paint. */
export function shownPreferences(): Pick<Preferences, 'theme' | 'tableDensity' | 'language'> {
  const { theme, density } = document.documentElement.dataset;
  return {
    theme: theme === 'light' ? 'light' : 'dark',
    tableDensity: density === 'compact' || density === 'comfortable' ? density : 'standard',
    language: currentLanguage(),
  };
}

/** px a row of a table is high; the tokens say the same to the style sheet. */
export const rowPxOf = (density: Density): number => ({ compact: 28, standard: 36, comfortable: 44 })[density];

/**
 * Applies without a reload, and remembers it for the pages without a session: the server reads it before the first paint. A language
 * is applied as soon as its texts are loaded.
 */
export async function showPreferences(preferences: Partial<Preferences>): Promise<void> {
  const root = document.documentElement;
  if (preferences.theme) root.dataset['theme'] = preferences.theme;
  if (preferences.tableDensity) root.dataset['density'] = preferences.tableDensity;
  if (preferences.timeZone) switchZone(preferences.timeZone);
  rememberLook();
  if (preferences.language === undefined) return;
  await changeLanguage(preferences.language);
  rememberLook();
}

function rememberLook(): void {
  const { theme, tableDensity, language } = shownPreferences();
  document.cookie = `acequia-look=${theme}.${tableDensity}.${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
