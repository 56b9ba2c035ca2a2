import type { TableSettings } from '@acequia/contract';

export const noSettings: TableSettings = { hidden: [], pinned: [], order: [], widths: {} };

export const minWidthPx = 48;
export const maxWidthPx = 1200;

/** A column that can be arranged; `name` always shows, pinned and first. */
interface Arrangeable {
  readonly id: string;
}

export const nameColumn = 'name';

/** The columns in the user's order: pinned ones first. Ids that no longer exist are passed over, new columns stand at the end. */
export function arranged<C extends Arrangeable>(columns: readonly C[], settings: TableSettings): readonly C[] {
  const place = (id: string): number => {
    const index = settings.order.indexOf(id);
    return index < 0 ? settings.order.length + columns.findIndex((column) => column.id === id) : index;
  };
  const rank = ({ id }: C): number => (id === nameColumn ? 0 : settings.pinned.includes(id) ? 1 : 2);
  return [...columns].sort((a, b) => rank(a) - rank(b) || place(a.id) - place(b.id));
}

/** Those that show, arranged. */
export const visible = <C extends Arrangeable>(columns: readonly C[], settings: TableSettings): readonly C[] =>
  arranged(columns, settings).filter(({ id }) => id === nameColumn || !settings.hidden.includes(id));

const toggled = (list: readonly string[], id: string): string[] =>
  list.includes(id) ? list.filter((other) => other !== id) : [...list, id];

export const toggleHidden = (settings: TableSettings, id: string): TableSettings => ({ ...settings, hidden: toggled(settings.hidden, id) });

export const togglePinned = (settings: TableSettings, id: string): TableSettings => ({ ...settings, pinned: toggled(settings.pinned, id) });

/** One place to the left (−1) or right (+1), among columns that are equally pinned. */
export function moved<C extends Arrangeable>(settings: TableSettings, columns: readonly C[], id: string, by: -1 | 1): TableSettings {
  const order = arranged(columns, settings).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + by;
  const other = order[to];
  if (from < 1 || other === undefined || other === nameColumn) return settings;
  if (settings.pinned.includes(id) !== settings.pinned.includes(other)) return settings;
  return { ...settings, order: order.with(from, other).with(to, id) };
}

export const resized = (settings: TableSettings, id: string, widthPx: number): TableSettings => ({
  ...settings,
  widths: { ...settings.widths, [id]: Math.round(Math.min(maxWidthPx, Math.max(minWidthPx, widthPx))) },
});

export const isArranged = ({ hidden, pinned, order, widths }: TableSettings): boolean =>
  hidden.length > 0 || pinned.length > 0 || order.length > 0 || Object.keys(widths).length > 0;
