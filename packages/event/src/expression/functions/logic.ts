import { typeOf } from '../../values.ts';
import { ExpressionError } from '../faults.ts';
import { lazy, type FunctionDefinition, type Thunk } from '../function-definition.ts';
import { commonType } from '../types.ts';

const group = 'logic' as const;

function truth(thunk: Thunk | undefined): boolean {
  const value = thunk?.() ?? null;
  if (value !== null && typeof value !== 'boolean') throw new ExpressionError('EXPR_TYPE', 'boolean');
  return value === true;
}

export const logicFunctions: readonly FunctionDefinition[] = [
  lazy(
    {
      group,
      signature: 'if(condition:b, yes:a, no:a)',
      result: (types) => commonType(types.slice(1)),
      en: 'The second value when the condition holds, else the third.',
      es: 'El segundo valor si se cumple la condición; si no, el tercero.',
      example: ['if(${status} >= 500, "bad", "fine")', '"bad"'],
    },
    ([condition, yes, no]) => (truth(condition) ? yes! : no!)(),
  ),
  lazy(
    {
      group,
      signature: 'case(condition:b, value:a, more:a...)',
      result: (types) => commonType(types.filter((_, i) => i % 2 === 1 || i === types.length - 1)),
      en: 'The value of the first condition that holds; the last argument when none does.',
      es: 'El valor de la primera condición que se cumple; el último argumento si no se cumple ninguna.',
      example: ['case(${n} < 10, "low", ${n} < 100, "mid", "high")', '"mid"'],
    },
    (args) => {
      for (let i = 0; i + 1 < args.length; i += 2) if (truth(args[i])) return args[i + 1]!();
      return args.length % 2 === 1 ? args.at(-1)!() : null;
    },
  ),
  lazy(
    {
      group,
      signature: 'coalesce(value:a, more:a...)',
      result: commonType,
      en: 'The first value that is not null.',
      es: 'El primer valor que no es nulo.',
      example: ['coalesce(null, "a", "b")', '"a"'],
    },
    (args) => {
      for (const arg of args) {
        const value = arg();
        if (value !== null) return value;
      }
      return null;
    },
  ),
  lazy(
    {
      group,
      signature: 'default(value:a, instead:a)',
      result: commonType,
      en: 'The second value when the first is null or an empty text.',
      es: 'El segundo valor cuando el primero es nulo o un texto vacío.',
      example: ['default("", "none")', '"none"'],
    },
    ([value, instead]) => {
      const first = value!();
      return first === null || first === '' ? instead!() : first;
    },
  ),
  lazy(
    {
      group,
      signature: 'try(value:a, instead:a)',
      result: commonType,
      en: 'The second value when the first can’t be computed.',
      es: 'El segundo valor cuando falla el cálculo del primero.',
      example: ['try(int("x"), 0)', '0'],
    },
    ([value, instead]) => {
      try {
        return value!();
      } catch (error) {
        if (error instanceof ExpressionError) return instead!();
        throw error;
      }
    },
  ),
  lazy(
    {
      group,
      signature: 'type_of(value:a)',
      result: 'string',
      en: "The name of the value's type; null for null.",
      es: 'El nombre del tipo del valor; null si es nulo.',
      example: ['type_of(1.5)', '"float"'],
    },
    ([value]) => typeOf(value!()) ?? 'null',
  ),
  lazy(
    {
      group,
      signature: 'assert(condition:b, message:s)',
      result: 'boolean',
      en: 'True; the event leaves by the error port with the message when the condition does not hold.',
      es: 'Verdadero; si la condición no se cumple, el evento sale por el puerto de error con el mensaje.',
      example: ['assert(1 < 2, "order")', 'true'],
    },
    ([condition, message]) => {
      if (truth(condition)) return true;
      const text = message!();
      throw new ExpressionError('EXPR_ASSERT', typeof text === 'string' ? text : '');
    },
  ),
];
