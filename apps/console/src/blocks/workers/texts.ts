import { defineTexts } from '#i18n/texts.ts';

export const workerTexts = defineTexts('workers', {
  en: {
    away: 'Worker away since {{when}}',
    awayWhy: 'No worker of the cluster has reported since {{moment}}.',
    never: 'Waiting for a worker',
    neverWhy: 'No worker of the cluster has ever reported.',
  },
  es: {
    away: 'Worker ausente desde {{when}}',
    awayWhy: 'Ningún worker del clúster da señales desde {{moment}}.',
    never: 'Esperando un worker',
    neverWhy: 'Ningún worker del clúster ha dado señales todavía.',
  },
});
