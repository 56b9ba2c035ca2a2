import type { StartSource } from '@acequia/contract';
import { Icon, Tile } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { getStartedTexts } from '../texts.ts';
import { sourceIcons } from './source-icons.ts';

/** Listener, parser and file in a row; the lines between them are dashed until an event has flowed. */
export function SetupPath({
  source,
  place,
  file,
  flowing,
  names,
}: {
  readonly source: StartSource;
  readonly place: string;
  readonly file: string;
  readonly flowing: boolean;
  /** Of what was set up. */
  readonly names?: { readonly pipeline: string; readonly datasink: string } | undefined;
}) {
  const t = useTexts(getStartedTexts);
  const line = <span className="start-line" data-flowing={flowing} aria-hidden />;
  return (
    <div className="start-path">
      <div className="start-node">
        <Tile tone="listener">
          <Icon name={sourceIcons[source]} />
        </Tile>
        <Words title={t(`${source}Listener`)} text={place} />
      </div>
      {line}
      <div className="start-node">
        <Tile tone="pipeline">
          <Icon name="code" />
        </Tile>
        <Words
          title={t(source === 'sample' ? 'parseAccess' : 'parse')}
          text={names ? t('inPipeline', { name: names.pipeline }) : t(source === 'sample' ? 'parseAccessText' : 'parseText')}
        />
      </div>
      {line}
      <div className="start-node">
        <Tile tone="datasink">
          <Icon name="file" />
        </Tile>
        <Words title={file} text={names ? t('ofDatasink', { name: names.datasink }) : t('fileHere')} />
      </div>
    </div>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">{title}</span>
      <span className="ui-hint block truncate">{text}</span>
    </span>
  );
}
