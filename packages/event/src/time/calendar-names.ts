export type TimeLocale = 'en' | 'es';

export interface CalendarNames {
  readonly months: readonly string[];
  readonly monthsShort: readonly string[];
  /** From Sunday. */
  readonly days: readonly string[];
  readonly daysShort: readonly string[];
}

export const calendarNames: Readonly<Record<TimeLocale, CalendarNames>> = {
  en: {
    months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
    monthsShort: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    daysShort: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  },
  es: {
    months: ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
    monthsShort: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
    days: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    daysShort: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
  },
};

export type NameList = readonly (readonly [name: string, index: number])[];

const accents: Readonly<Record<string, string>> = { é: 'e', á: 'a' };
const plain = (name: string): string => name.toLowerCase().replace(/[áé]/g, (c) => accents[c]!);

function listOf(pick: (names: CalendarNames) => readonly (readonly string[])[], extra: NameList, locale?: TimeLocale): NameList {
  const names = new Map<string, number>(extra);
  for (const key of locale ? [locale] : (['en', 'es'] as const)) {
    for (const list of pick(calendarNames[key])) {
      list.forEach((name, i) => {
        names.set(name.toLowerCase(), i);
        names.set(plain(name), i);
      });
    }
  }
  return [...names].sort((a, b) => b[0].length - a[0].length);
}

const lists = { months: new Map<string, NameList>(), days: new Map<string, NameList>() };

/** Reads a month's name at `start`, any case, English and Spanish unless one is given; index from 0. */
export function readMonth(text: string, start: number, locale?: TimeLocale): { index: number; end: number } | undefined {
  return read('months', text, start, locale);
}

/** Reads a weekday's name; index from Sunday = 0. */
export function readWeekday(text: string, start: number, locale?: TimeLocale): { index: number; end: number } | undefined {
  return read('days', text, start, locale);
}

/** Names of months or weekdays in small letters as they are read, the longest first, with their index. */
export function calendarNamesRead(kind: 'months' | 'days', locale?: TimeLocale): NameList {
  const key = locale ?? '';
  let list = lists[kind].get(key);
  if (!list) {
    list =
      kind === 'months'
        ? listOf((n) => [n.months, n.monthsShort], [['sept', 8]], locale)
        : listOf((n) => [n.days, n.daysShort], [], locale);
    lists[kind].set(key, list);
  }
  return list;
}

function read(kind: 'months' | 'days', text: string, start: number, locale?: TimeLocale) {
  const candidate = text.slice(start, start + 12).toLowerCase();
  for (const [name, index] of calendarNamesRead(kind, locale)) {
    if (candidate.startsWith(name)) return { index, end: start + name.length };
  }
  return undefined;
}
