import type { Letter, LetterDetail } from '@acequia/contract';
import type { LetterAnswer, LetterQuestion } from '@acequia/contract/fleet';
import type { DeadLetter, DeadLetterDesk, DeadLetterFilter, DeadLetterReport, DeadLetterSelection } from '@acequia/engine';

const previewChars = 300;
/** Events of an export whose JSON text is longer come without it. */
const exportJsonCharsMax = 512 * 1024;

/** What the engine says to a question of the server about a tenant's dead letters. */
export async function answerLetters(desk: DeadLetterDesk, tenantId: string, question: LetterQuestion): Promise<LetterAnswer> {
  switch (question.do) {
    case 'causes': {
      const { causes, ...rest } = await desk.summary(tenantId);
      return {
        did: 'causes',
        causes: causes.map(({ firstMs, lastMs, ...cause }) => ({ ...cause, firstAt: firstMs, lastAt: lastMs })),
        ...rest,
      };
    }
    case 'list': {
      const { filter, from, limit, whole } = question;
      const page = await desk.list(tenantId, filterOf(filter), from ?? undefined, limit, whole ? exportJsonCharsMax : 0);
      return { did: 'list', letters: page.letters.map(whole ? detailOf : letterOf), next: page.next ?? null };
    }
    case 'find': {
      const letter = await desk.find(tenantId, question.id);
      return { did: 'find', letter: letter ? detailOf(letter) : null };
    }
    case 'edit': {
      const edited = await desk.edit(tenantId, question.id, question.json, question.by ?? { id: '', name: '' });
      return edited.ok ? { did: 'edit', id: edited.value, fault: null } : { did: 'edit', id: null, fault: { ...edited.error } };
    }
    case 'redrive':
      return changeOf(await desk.redrive(tenantId, selectionOf(question.letters), question.into));
    case 'discard':
      return changeOf(await desk.discard(tenantId, selectionOf(question.letters)));
  }
}

function filterOf({ from, to, ...rest }: Extract<LetterQuestion, { do: 'list' }>['filter']): DeadLetterFilter {
  const given = { ...rest, fromMs: from, toMs: to };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as DeadLetterFilter;
}

function selectionOf(letters: Extract<LetterQuestion, { do: 'discard' }>['letters']): DeadLetterSelection {
  return 'ids' in letters ? letters : { filter: filterOf(letters.filter), from: letters.from ?? undefined, limit: letters.limit };
}

const changeOf = ({ done, refused, next }: DeadLetterReport): LetterAnswer => ({
  did: 'change',
  report: { done, refused: refused.map((each) => ({ ...each })) },
  next: next ?? null,
});

function letterOf(letter: DeadLetter): Letter {
  const { atMs, status, response, offset, edit, json: _json, fields: _fields, ...rest } = letter;
  return {
    ...rest,
    ...(edit ? { editedAt: edit.atMs, editedBy: { ...edit.by } } : {}),
    at: atMs,
    status: status ?? null,
    response: response ?? null,
    offset: offset ?? null,
    preview: previewOf(letter),
  };
}

const detailOf = (letter: DeadLetter): LetterDetail => ({
  ...letterOf(letter),
  json: letter.json ?? null,
  fields: letter.fields.map((field) => ({ ...field })),
});

function previewOf({ fields }: DeadLetter): string {
  const raw = fields.find(({ name }) => name === '_raw')?.value;
  const text = raw ?? fields.flatMap(({ name, value }) => (name.startsWith('_') ? [] : `${name}=${value}`)).join(' ');
  return text.slice(0, previewChars);
}
