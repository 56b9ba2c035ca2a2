import { defineTexts } from '#i18n/texts.ts';

export const demoTexts = defineTexts('demo', {
  en: {
    label: 'Demo',
    title: 'These events are invented',
    text: 'The engine is real, the first day is recorded, and nothing is sent.',
    leave: 'Back to your organization',
    tour: 'Tour of the demo',
    startTour: 'Take the tour',
    resumeTour: 'Continue the tour',
    endTour: 'End the tour',
    escEnds: 'Esc ends the tour',
    stopOf: '{{stop}} of {{all}}',
    previousStop: 'Back',
    nextStop: 'Next',
    finishTour: 'Finish',
    flowTitle: 'See where your data goes',
    flowText: 'Three listeners feed four pipelines. The SIEM gets less than half of the bytes. The archive gets everything.',
    diffTitle: 'See what a step changes',
    diffText:
      'This step masks email addresses. The table shows live events with the changed fields first. Open one to compare before and after.',
    xrayTitle: 'Follow one event',
    xrayText:
      'This is the path of one order through each step, and why it ended where it did. For any other event, open it and choose X-ray.',
    outageTitle: 'Watch an outage recover',
    outageText: 'The alert desk fails for one minute of every three. Events wait, and then they are delivered. Nothing is lost.',
    versionsTitle: 'Publish, and go back',
    versionsText:
      'Each published version is kept here. The draft has a finished shadow run: compare it first, then publish it or roll back.',
  },
  es: {
    label: 'Demo',
    title: 'Estos eventos son inventados',
    text: 'El motor es real, el primer día está grabado y no se envía nada.',
    leave: 'Volver a tu organización',
    tour: 'Recorrido por la demo',
    startTour: 'Hacer el recorrido',
    resumeTour: 'Continuar el recorrido',
    endTour: 'Terminar el recorrido',
    escEnds: 'Esc termina el recorrido',
    stopOf: '{{stop}} de {{all}}',
    previousStop: 'Atrás',
    nextStop: 'Siguiente',
    finishTour: 'Terminar',
    flowTitle: 'Mira adónde van tus datos',
    flowText: 'Tres listeners alimentan cuatro pipelines. El SIEM recibe menos de la mitad de los bytes. El archivo lo recibe todo.',
    diffTitle: 'Mira qué cambia un paso',
    diffText:
      'Este paso enmascara correos. La tabla muestra eventos en vivo, con los campos cambiados primero. Abre uno y compara el antes y el después.',
    xrayTitle: 'Sigue un evento',
    xrayText:
      'Este es el camino de un pedido por cada paso, y por qué terminó donde terminó. Para ver otro, abre un evento y elige Radiografía.',
    outageTitle: 'Mira cómo se recupera una caída',
    outageText: 'La mesa de alertas falla un minuto de cada tres. Los eventos esperan y después se entregan. No se pierde ninguno.',
    versionsTitle: 'Publica, y vuelve atrás',
    versionsText:
      'Aquí está cada versión publicada. El borrador ya se probó en la sombra: mira la comparación y después publica o vuelve atrás.',
  },
});
