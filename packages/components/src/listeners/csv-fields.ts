import { choiceField, listField, textField } from '@acequia/component-sdk/definition';
import type { FieldsText } from '@acequia/component-sdk/text';
import { columnsMax } from '../formats/csv/columns.ts';

const whenCsv = { field: 'format', in: ['csv'] } as const;

/** Beside the group `decode`, for listeners that read CSV: names of the columns; none = the first row names them. */
export const csvFields = () => ({
  csvSeparator: choiceField([',', ';', 'tab', '|'], { default: ',', when: whenCsv, group: 'decode' }),
  csvColumns: listField(textField({ max: 256 }), { default: [], max: columnsMax, when: whenCsv, group: 'decode' }),
});

export interface CsvConfig {
  readonly csvSeparator: ',' | ';' | 'tab' | '|';
  readonly csvColumns: readonly string[];
}

export const csvText: FieldsText<CsvConfig> = {
  csvSeparator: {
    label: { en: 'Separator', es: 'Separador' },
    options: {
      ',': { en: 'Comma', es: 'Coma' },
      ';': { en: 'Semicolon', es: 'Punto y coma' },
      tab: { en: 'Tab', es: 'Tabulador' },
      '|': { en: 'Bar', es: 'Barra' },
    },
  },
  csvColumns: {
    label: { en: 'Columns', es: 'Columnas' },
    help: { en: 'Names in order. Empty: the first row names them.', es: 'Nombres en orden. Vacío: los da la primera fila.' },
  },
};

/** The separator as it stands in the text. */
export const separatorOf = (config: Pick<CsvConfig, 'csvSeparator'>): string =>
  config.csvSeparator === 'tab' ? '\t' : config.csvSeparator;

/** Whether the first row of each connection or file is a header. */
export const namesInFirstRow = (config: { readonly format: string; readonly csvColumns: readonly string[] }): boolean =>
  config.format === 'csv' && config.csvColumns.length === 0;
