import { useState } from 'react';
import { Card, CopyButton, Count, Segmented } from '@acequia/ui';
import type { TemplateLog, TemplateLogs as Logs } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { linesOf, savedFraction } from '../model/recorded.ts';
import { marketplaceTexts } from '../texts.ts';

type Form = 'content' | 'fields';

/** What went in beside what came out, as recorded lines or as the fields they have. */
export function TemplateLogs({ logs }: { readonly logs: Logs }) {
  const t = useTexts(marketplaceTexts);
  const format = useFormat();
  const [form, setForm] = useState<Form>('content');
  const saved = savedFraction(logs);
  return (
    <div className="flex flex-col gap-3 h-full min-h-0">
      <div className="flex items-center gap-3 min-h-7">
        <Segmented<Form>
          label={t('logAs')}
          value={form}
          onChange={setForm}
          options={[
            { value: 'content', label: t('content') },
            { value: 'fields', label: t('fields') },
          ]}
        />
        {saved !== undefined && (
          <span className="ui-c-success ui-ink font-medium">{t('reduction', { percent: format.percent(saved) })}</span>
        )}
      </div>
      <div className="template-logs">
        <Side word={t('input')} logs={[logs.input]} form={form} />
        <Side word={t('output')} logs={logs.output} form={form} />
      </div>
    </div>
  );
}

function Side({ word, logs, form }: { readonly word: string; readonly logs: readonly TemplateLog[]; readonly form: Form }) {
  return (
    <section className="flex flex-col gap-2 min-w-0" aria-label={word}>
      {logs.map((log) => (
        <Recorded key={log.label} word={word} log={log} form={form} />
      ))}
    </section>
  );
}

function Recorded({ word, log, form }: { readonly word: string; readonly log: TemplateLog; readonly form: Form }) {
  const t = useTexts(marketplaceTexts);
  const lines = linesOf(log);
  return (
    <Card className="flex flex-col min-h-0 overflow-hidden">
      <header className="flex items-center gap-2 px-3 h-9 border-b flex-none">
        <span className="text-muted">{word}</span>
        <h3 className="font-medium truncate">{log.label}</h3>
        <Count>{t('events', { count: lines.length })}</Count>
        <span className="flex-1" />
        <CopyButton text={log.content} />
      </header>
      {form === 'content' ? (
        <ol className="template-lines ui-mono" tabIndex={0} aria-label={`${word}, ${log.label}`}>
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      ) : (
        <table className="ui-table" aria-label={`${word}, ${log.label}`}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('type')}</th>
            </tr>
          </thead>
          <tbody>
            {log.fields.map(({ name, type }) => (
              <tr key={name}>
                <td className="ui-mono">{name}</td>
                <td className="text-muted">{type}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
