import { Suspense } from 'react';
import { Command, Skeleton } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { sendCommandsOf } from '../model/definition-of.ts';
import { listenerTexts } from '../texts.ts';
import { SendsItself } from './sends-itself.tsx';

/** Ready to paste: with the address senders use and the real port. */
export function SendCommands({ listener }: { readonly listener: Listener }) {
  return (
    <Suspense fallback={<Skeleton height={64} />}>
      <Commands listener={listener} />
    </Suspense>
  );
}

function Commands({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const definition = useDefinition('listener', listener.component);
  const { data: clusters } = useOperation('clusters:list', {});
  const given = clusters?.find((cluster) => cluster.id === listener.clusterId)?.host;
  const host = given === undefined || given === '' ? window.location.hostname : given;
  const commands = sendCommandsOf(definition, listener, host);
  if (definition && definition.delivery !== 'push') return <SendsItself listener={listener} definition={definition} />;
  if (commands.length === 0) return <p className="text-muted">{t('noCommands')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t('sendHint')}</p>
      {commands.map(({ tool, command }) => (
        <div key={tool + command} className="flex flex-col gap-1">
          <h3 className="text-xs font-medium text-muted">{tool}</h3>
          <Command text={command} />
        </div>
      ))}
      {commands.some(({ command }) => /<[^>]+>/.test(command.replace(/<\d+>/g, ''))) && <p className="ui-hint">{t('secretHint')}</p>}
    </div>
  );
}
