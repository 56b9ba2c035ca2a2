import { parseExpression, printExpression, withoutPositions, type Expression, type FieldSet, type StoredExpression } from '@acequia/event';
import { astOf, complete, emptyRow, groupOf, isGroup, type Group } from './condition-rows.ts';

/** A condition while it is edited: a code text that cannot be read has no `ast`. */
export type EditedExpression = Partial<Pick<StoredExpression, 'ast'>> & Omit<StoredExpression, 'ast'>;

const sameMeaning = (a: Expression, b: Expression): boolean => printExpression(a) === printExpression(b);

/** The code of a condition as it was typed, comments and line ends included, as long as it says what is stored; else printed. */
export function codeOf(value: EditedExpression | undefined): string {
  if (value === undefined) return '';
  const { ast, code } = value;
  if (ast === undefined) return code ?? '';
  const read = code === undefined ? undefined : parseExpression(code);
  return code !== undefined && read?.ok && sameMeaning(withoutPositions(read.value), ast) ? code : printExpression(ast);
}

export const emptyGroup: Group = { join: 'and', members: [{ not: false, item: emptyRow }] };

/** The rows that are filled in; undefined when none is. */
function filledPart(group: Group): Group | undefined {
  const members = group.members.flatMap((member) => {
    const item = isGroup(member.item) ? filledPart(member.item) : complete(member.item) ? member.item : undefined;
    return item ? [{ ...member, item }] : [];
  });
  return members.length > 0 ? { ...group, members } : undefined;
}

export const isFilled = (group: Group): boolean =>
  group.members.length > 0 && group.members.every(({ item }) => (isGroup(item) ? isFilled(item) : complete(item)));

/** The AST of the rows that are filled in; undefined when none is. */
export function filledAst(group: Group, fields: FieldSet | undefined): Expression | undefined {
  const part = filledPart(group);
  return part && astOf(part, fields);
}

/** The rows to show: those being edited while they say what is stored, also unfinished ones, else the stored ones. */
export function rowsFor(value: EditedExpression | undefined, edited: Group, fields: FieldSet | undefined): Group {
  const stored = value?.ast;
  if (stored === undefined) return edited;
  const own = filledAst(edited, fields);
  return own !== undefined && sameMeaning(own, stored) ? edited : (groupOf(stored) ?? edited);
}

/** The condition in code form; unfinished rows are left to the rows, which come back with them. */
export function inCode(value: EditedExpression | undefined, edited: Group, fields: FieldSet | undefined): EditedExpression {
  if (value?.ast !== undefined) return { ...value, form: 'code', code: codeOf(value) };
  const ast = filledAst(edited, fields);
  return ast === undefined ? { form: 'code', code: '' } : { form: 'code', ast, code: printExpression(ast) };
}

/** The condition in rows. Undefined: its code cannot be read, so the rows would lose it. */
export function inRows(value: EditedExpression): EditedExpression | undefined {
  if (value.ast !== undefined) return { ...value, form: 'visual' };
  return (value.code ?? '').trim() === '' ? { form: 'visual' } : undefined;
}
