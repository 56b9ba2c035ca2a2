import { createRoot } from 'react-dom/client';
import { Message } from '@acequia/ui';
import { startI18n, translate } from '#i18n/i18n.ts';
import { defineTexts } from '#i18n/texts.ts';
import { boot, pageLanguage } from './boot.ts';

const maintenanceTexts = defineTexts('maintenance', {
  en: {
    title: 'Acequia is under maintenance',
    text: 'The console is closed for maintenance. Your data keeps flowing. Try again in a few minutes.',
  },
  es: {
    title: 'Acequia está en mantenimiento',
    text: 'La consola está cerrada por mantenimiento. Tus datos siguen fluyendo. Vuelve a intentarlo en unos minutos.',
  },
});

/** Instead of the whole app while the operator's flag is on; the operator's words where there are some. */
export function showMaintenance(root: HTMLElement): void {
  startI18n(pageLanguage());
  const { maintenanceTitle = '', maintenanceDescription = '' } = boot();
  const title = maintenanceTitle === '' ? translate(maintenanceTexts, 'title') : maintenanceTitle;
  document.title = `${title} · Acequia`;
  createRoot(root).render(
    <main className="min-h-screen grid">
      <Message as="h1" drawing="empty" title={title}>
        {maintenanceDescription === '' ? translate(maintenanceTexts, 'text') : maintenanceDescription}
      </Message>
    </main>,
  );
}
