import * as z from 'zod';
import { defineOperation, type ApplyOperation, type Operation } from './operation.ts';
import { fields, none, words } from './parameters.ts';

const identity = (): ApplyOperation => (value) => value;

const names = {
  label: words('Names', 'Nombres'),
  help: words('* stands for any characters.', '* equivale a cualquier texto.'),
};

/** Operations on the event's fields; the field of the step is their subject. */
export const fieldOperations: readonly Operation[] = [
  defineOperation({
    id: 'rename',
    group: 'fields',
    title: words('Rename field', 'Renombrar campo'),
    summary: words('Gives the field another name.', 'Da otro nombre al campo.'),
    input: 'any',
    output: 'same',
    maps: false,
    parameters: none,
    text: {},
    change: () => ({ do: 'rename' }),
    compile: identity,
    examples: [],
  }),
  defineOperation({
    id: 'copy',
    group: 'fields',
    title: words('Copy field', 'Copiar campo'),
    summary: words('The same value under another name.', 'El mismo valor con otro nombre.'),
    input: 'any',
    output: 'same',
    maps: false,
    parameters: none,
    text: {},
    change: () => ({ do: 'copy' }),
    compile: identity,
    examples: [],
  }),
  defineOperation({
    id: 'remove',
    group: 'fields',
    title: words('Remove fields', 'Quitar campos'),
    summary: words('Removes fields by name.', 'Quita campos por su nombre.'),
    input: 'any',
    output: 'same',
    maps: false,
    parameters: z.object({ names: fields() }),
    text: { names },
    change: (parameters) => ({ do: 'remove', names: parameters.names }),
    compile: identity,
    examples: [],
  }),
  defineOperation({
    id: 'keep-only',
    group: 'fields',
    title: words('Keep only fields', 'Conservar solo campos'),
    summary: words('Removes every other field.', 'Quita todos los demás campos.'),
    input: 'any',
    output: 'same',
    maps: false,
    parameters: z.object({ names: fields() }),
    text: { names },
    change: (parameters) => ({ do: 'keep', names: parameters.names }),
    compile: identity,
    examples: [],
  }),
];
