import { afterEach, expect, it, vi } from 'vitest';
import { changeLanguage, currentLanguage, onLanguageChange, startI18n } from './i18n.ts';
import { textsByLanguage } from './texts-by-language.ts';

afterEach(() => startI18n('en'));

/** Scripts that come when the test lets them. */
function slowScripts() {
  const en = Promise.withResolvers<{ readonly default: string }>();
  const es = Promise.withResolvers<{ readonly default: string }>();
  return { en, es, scripts: { en: vi.fn(() => en.promise), es: vi.fn(() => es.promise) } };
}

it('loads the language shown alone, and each once', async () => {
  const texts = textsByLanguage({ en: async () => ({ default: 'Hello' }), es: async () => Promise.reject(new Error('not asked for')) });
  expect(texts.in('en')).toBeUndefined();
  await texts.load();
  await texts.load();
  expect([texts.in('en'), texts.in('es')]).toEqual(['Hello', undefined]);
});

it('shows the next language only when its texts are there', async () => {
  const { en, es, scripts } = slowScripts();
  const texts = textsByLanguage(scripts);
  en.resolve({ default: 'Hello' });
  await texts.load();
  const seen: (string | undefined)[] = [];
  const leave = onLanguageChange(() => seen.push(texts.in(currentLanguage())));
  const change = changeLanguage('es');
  expect([currentLanguage(), scripts.es.mock.calls.length]).toEqual(['en', 1]);
  es.resolve({ default: 'Hola' });
  await change;
  leave();
  expect(seen).toEqual(['Hola']);
});

it('does not fetch texts that no page has asked for', async () => {
  const { scripts } = slowScripts();
  textsByLanguage(scripts);
  await changeLanguage('es');
  expect([currentLanguage(), scripts.en.mock.calls, scripts.es.mock.calls]).toEqual(['es', [], []]);
});

it('keeps the language chosen last, whichever texts come first', async () => {
  const { en, es, scripts } = slowScripts();
  const texts = textsByLanguage(scripts);
  en.resolve({ default: 'Hello' });
  await texts.load();
  const first = changeLanguage('es');
  await changeLanguage('en');
  es.resolve({ default: 'Hola' });
  await first;
  expect(currentLanguage()).toBe('en');
});

it('changes the language also when a script does not come, and asks for it again', async () => {
  const es = vi.fn<() => Promise<{ readonly default: string }>>();
  es.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce({ default: 'Hola' });
  const texts = textsByLanguage({ en: async () => ({ default: 'Hello' }), es });
  await texts.load();
  await changeLanguage('es');
  expect([currentLanguage(), texts.in('es')]).toEqual(['es', undefined]);
  await texts.load();
  expect(texts.in('es')).toBe('Hola');
});
