import type { Alert, AlertEvent, AlertPriority } from '@acequia/contract';
import { alertWords } from './alert-words.ts';
import type { Mail } from './mailer.ts';
import { oneLine } from './one-line.ts';

type Language = 'en' | 'es';

const words = {
  en: {
    raised: 'Alert',
    resolved: 'Resolved',
    more: (count: number) => `and ${count} more`,
    priorities: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' } satisfies Record<AlertPriority, string>,
    foot: 'To change who gets these emails, open Alerts in Acequia and choose Delivery.',
  },
  es: {
    raised: 'Alerta',
    resolved: 'Resuelta',
    more: (count: number) => `y ${count} más`,
    priorities: { critical: 'crítica', high: 'alta', medium: 'media', low: 'baja' } satisfies Record<AlertPriority, string>,
    foot: 'Para cambiar quién recibe estos correos, abre Alertas en Acequia y elige Envío.',
  },
} as const;

/** One mail for all that is to be told at a time; the most telling one is the subject. */
export function alertMail(
  language: Language,
  told: readonly { readonly event: AlertEvent; readonly alert: Alert }[],
  link: (path: string) => string,
): Omit<Mail, 'to'> {
  const w = words[language];
  const lines = told.map(({ event, alert }) => {
    const { title, text } = alertWords(alert, language);
    const heading = `${w[event]} (${w.priorities[alert.priority]}): ${oneLine(title)}`;
    return { heading, body: [heading, oneLine(text), link(alert.location)].join('\n') };
  });
  const more = lines.length > 1 ? ` ${w.more(lines.length - 1)}` : '';
  return { subject: `${lines[0]?.heading ?? w.raised}${more}`, text: [...lines.map(({ body }) => body), w.foot].join('\n\n') };
}
