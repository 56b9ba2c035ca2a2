import { defineTexts } from '#i18n/texts.ts';

/** What lists and menus say of replays; their window has words of its own. */
export const replayListTexts = defineTexts('replay-list', {
  en: {
    running: 'Running',
    done: 'Done',
    stopped: 'Stopped',
    failed: 'Failed',
    listTitle: 'Replays',
    listEmpty: 'Events of this listener can be replayed into any version of its pipelines, as long as the journal keeps them.',
    newReplay: 'New replay',
    menu: 'Replay events…',
  },
  es: {
    running: 'En marcha',
    done: 'Terminada',
    stopped: 'Detenida',
    failed: 'Fallida',
    listTitle: 'Reproducciones',
    listEmpty: 'Los eventos de este listener se pueden reproducir en cualquier versión de sus pipelines mientras el journal los conserve.',
    newReplay: 'Nueva reproducción',
    menu: 'Reproducir eventos…',
  },
});
