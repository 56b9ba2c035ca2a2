import { defineTexts } from '#i18n/texts.ts';

export const replayOfferTexts = defineTexts('replay-offer', {
  en: {
    cameBefore_one: 'About {{events}} event came before this pipeline existed.',
    cameBefore_other: 'About {{events}} events came before this pipeline existed.',
    replayThem: 'Replay them',
    dismissOffer: 'Dismiss',
    replayRuns: 'Replaying: {{delivered}} of {{entered}} delivered so far',
    replayDone_one: '{{entered}} event replayed, {{delivered}} delivered',
    replayDone_other: '{{entered}} events replayed, {{delivered}} delivered',
    replayEnded: 'The replay ended early: {{entered}} replayed, {{delivered}} delivered',
    showReplay: 'Show replay',
  },
  es: {
    cameBefore_one: 'Aproximadamente {{events}} evento llegó antes de que existiera este pipeline.',
    cameBefore_other: 'Unos {{events}} eventos llegaron antes de que existiera este pipeline.',
    replayThem: 'Reproducir',
    dismissOffer: 'Descartar',
    replayRuns: 'Reproduciendo. Entregados hasta ahora: {{delivered}} de {{entered}}.',
    replayDone_one: '{{entered}} evento reproducido, {{delivered}} entregado',
    replayDone_other: '{{entered}} eventos reproducidos, {{delivered}} entregados',
    replayEnded: 'La reproducción terminó antes de tiempo. Reproducidos: {{entered}}. Entregados: {{delivered}}.',
    showReplay: 'Ver la reproducción',
  },
});
