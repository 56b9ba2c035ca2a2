/** Parts of the panel of a step, as they stand in the URL. */
export const panelTabs = ['configuration', 'ports', 'events', 'notes'] as const;
export type PanelTab = (typeof panelTabs)[number];
