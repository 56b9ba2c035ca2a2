import { Note } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { refusalWord } from './refusal-word.ts';
import { entranceTexts } from './texts.ts';

export function EntryHead({ title, lead }: { readonly title: string; readonly lead?: string }) {
  return (
    <div className="mb-6">
      <h1 className="text-xl/9 font-semibold tracking-tight">{title}</h1>
      {lead && <p className="text-muted text-sm mt-1">{lead}</p>}
    </div>
  );
}

/** What the server refused, in words. */
export function Refusal({ error }: { readonly error: OperationError }) {
  const t = useTexts(entranceTexts);
  return (
    <div role="alert">
      <Note tone="danger">{t(refusalWord(error.code), { code: error.code })}</Note>
    </div>
  );
}
