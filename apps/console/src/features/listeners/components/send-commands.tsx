import { Suspense } from 'react';
import { Command, Skeleton } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { keptToken } from '#blocks/secret-picker/new-token.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { sendCommandsOf } from '../model/definition-of.ts';
import { fillSecrets } from '../model/fill-secrets.ts';
import { listenerTexts } from '../texts.ts';
import { SendsItself } from './sends-itself.tsx';

interface SendCommandsProps {
  readonly listener: Listener;
  /** The page leads on to the pipeline by itself. */
  readonly goesOn?: boolean | undefined;
}

/** Ready to paste: with the address senders use and the real port. */
export function SendCommands({ listener, goesOn = false }: SendCommandsProps) {
  return (
    <Suspense fallback={<Skeleton height={64} />}>
      <Commands listener={listener} goesOn={goesOn} />
    </Suspense>
  );
}

function Commands({ listener, goesOn }: SendCommandsProps) {
  const t = useTexts(listenerTexts);
  const definition = useDefinition('listener', listener.component);
  const { data: clusters } = useOperation('clusters:list', {});
  const given = clusters?.find((cluster) => cluster.id === listener.clusterId)?.host;
  const host = given === undefined || given === '' ? window.location.hostname : given;
  const commands = sendCommandsOf(definition, listener, host);
  const filled = commands.map(({ tool, command }) => ({ tool, ...fillSecrets(command, (path) => tokenAt(listener.config, path)) }));
  const variables = [...new Set(filled.flatMap((each) => each.variables))];
  if (definition && definition.delivery !== 'push') return <SendsItself listener={listener} definition={definition} goesOn={goesOn} />;
  if (commands.length === 0) return <p className="text-muted">{t('noCommands')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t('sendHint')}</p>
      {variables.map((variable) => (
        <div key={variable} className="flex flex-col gap-1">
          <p className="ui-hint">{t('secretHint')}</p>
          <Command text={`read -rs ${variable} && export ${variable}`} />
        </div>
      ))}
      {filled.map(({ tool, text }) => (
        <div key={tool + text} className="flex flex-col gap-1">
          <h3 className="text-xs font-medium text-muted">{tool}</h3>
          <Command text={text} />
        </div>
      ))}
      {filled.some(({ text }, index) => text !== commands[index]!.command) && variables.length === 0 && (
        <p className="ui-hint">{t('tokenOnce')}</p>
      )}
    </div>
  );
}

/** The value of the secret that a field of the listener names, where this page has just made it. */
function tokenAt(config: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], config);
  return typeof value === 'string' ? keptToken(value) : undefined;
}
