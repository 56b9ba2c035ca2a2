import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { testingTexts } from './texts.ts';

const shownMax = 20;

/** Events as JSON lines behind their number. */
export function EventLines({ label, texts }: { readonly label: string; readonly texts: readonly string[] }) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  if (texts.length === 0)
    return (
      <p className="ui-hint flex justify-between gap-2">
        <span>{label}</span> <span className="ui-num">0</span>
      </p>
    );
  return (
    <details>
      <summary className="flex cursor-pointer items-center justify-between gap-2">
        <span>{label}</span> <span className="ui-num font-medium">{format.number(texts.length)}</span>
      </summary>
      {texts.length > shownMax && <p className="pe-quiet">{t('shownOf', { shown: shownMax, count: texts.length })}</p>}
      <ol className="flex flex-col gap-1 pt-1">
        {texts.slice(0, shownMax).map((text, index) => (
          <li key={`${index} ${text}`}>
            <code className="ui-mono break-all whitespace-pre-wrap">{text}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}
