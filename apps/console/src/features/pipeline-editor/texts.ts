import { defineTexts } from '#i18n/texts.ts';
import { canvasWords } from './texts/canvas.ts';
import { editsWords } from './texts/edits.ts';
import { headerWords } from './texts/header.ts';
import { historyWords } from './texts/history.ts';
import { listWords } from './texts/list.ts';
import { pageWords } from './texts/page.ts';
import { paletteWords } from './texts/palette.ts';
import { panelWords } from './texts/panel.ts';
import { presenceWords } from './texts/presence.ts';
import { problemsWords } from './texts/problems.ts';
import { publishingWords } from './texts/publishing.ts';
import { runningWords } from './texts/running.ts';
import { xrayWords } from './texts/xray.ts';

/** Every word of the editor, kept by the part of the screen that says it. */
export const editorTexts = defineTexts('pipeline-editor', {
  en: {
    ...pageWords.en,
    ...headerWords.en,
    ...presenceWords.en,
    ...runningWords.en,
    ...editsWords.en,
    ...paletteWords.en,
    ...canvasWords.en,
    ...listWords.en,
    ...panelWords.en,
    ...problemsWords.en,
    ...publishingWords.en,
    ...historyWords.en,
    ...xrayWords.en,
  },
  es: {
    ...pageWords.es,
    ...headerWords.es,
    ...presenceWords.es,
    ...runningWords.es,
    ...editsWords.es,
    ...paletteWords.es,
    ...canvasWords.es,
    ...listWords.es,
    ...panelWords.es,
    ...problemsWords.es,
    ...publishingWords.es,
    ...historyWords.es,
    ...xrayWords.es,
  },
});
