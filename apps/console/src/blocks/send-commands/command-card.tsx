import { useState, type ReactNode } from 'react';
import { parseConfig } from '@acequia/component-sdk/definition';
import { Button, Card, Command, copyText, Segmented, Tabs } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { keptToken } from '#blocks/secret-picker/new-token.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { fillSecrets, type FilledCommand } from './fill-secrets.ts';
import { sendTexts } from './texts.ts';
import './command-card.css';

const thisMachine = '127.0.0.1';
const isHere = (host: string): boolean => ['', 'localhost', '127.0.0.1', '::1', '0.0.0.0'].includes(host);

interface CommandCardProps {
  readonly listener: Pick<Listener, 'component' | 'config' | 'clusterId'>;
  /** In clear, where the caller has just made it. */
  readonly token?: string | null;
  /** Replaces a token that is shown no more; absent: commands read it from a variable of the shell. */
  readonly renew?: ReactNode;
}

/** Commands that send a first event to a listener, one tab for each tool, with its real address and port. Suspends until its type is loaded. */
export function CommandCard({ listener, token = null, renew }: CommandCardProps) {
  const t = useTexts(sendTexts);
  const definition = useDefinition('listener', listener.component);
  const { data: clusters } = useOperation('clusters:list', {});
  const given = clusters?.find(({ id }) => id === listener.clusterId)?.host ?? '';
  const other = isHere(given) ? window.location.hostname : given;
  const [from, setFrom] = useState<'here' | 'there'>(isHere(window.location.hostname) ? 'here' : 'there');
  const [tab, setTab] = useState('');
  const [copied, setCopied] = useState<{ readonly text: string; readonly how: 'copied' | 'failed' }>();
  const parsed = definition && parseConfig(definition.config, listener.config);
  const host = from === 'here' || isHere(other) ? thisMachine : other;
  const commands = (definition && parsed?.ok ? definition.sendCommands(parsed.value, host) : []).map(({ tool, command }) => ({
    tool,
    command,
    filled: fillSecrets(command, (path) => (path === 'tokens.0.token' ? token : null) ?? tokenAt(listener.config, path)),
  }));
  const chosen = commands.find(({ tool }) => tool === tab) ?? commands[0];
  if (!chosen) return <p className="text-muted">{t('noCommands')}</p>;
  const { text, variables } = chosen.filled;
  const renews = renew !== undefined && variables.length > 0;
  const outcome = copied?.text === text ? copied.how : undefined;
  const copy = () =>
    copyText(text).then(
      () => setCopied({ text, how: 'copied' }),
      () => setCopied({ text, how: 'failed' }),
    );
  const hint = renews ? t('tokenHidden') : variables.length === 0 && text !== chosen.command ? t('withToken') : '';
  return (
    <Card className="overflow-hidden">
      <Tabs
        label={t('tools')}
        value={chosen.tool}
        onChange={setTab}
        listClassName="overflow-x-auto"
        tabs={commands.map(({ tool, command, filled }) => ({
          value: tool,
          label: <span className="whitespace-nowrap">{tool}</span>,
          content: <Text tool={tool} {...(renews ? { text: masked(command), variables: [] } : filled)} />,
        }))}
      />
      <div className="flex flex-wrap items-center gap-2 py-2 pl-4 pr-3 border-t">
        {!isHere(other) && (
          <>
            <span className="text-xs text-muted">{t('sendFrom')}</span>
            <Segmented
              label={t('sendFrom')}
              value={from}
              onChange={setFrom}
              options={[
                { value: 'here', label: t('here') },
                { value: 'there', label: t('there') },
              ]}
            />
          </>
        )}
        <span className="flex-1" />
        <span className="text-xs text-muted" role="status">
          {outcome ? t(outcome) : hint}
        </span>
        {renews ? (
          renew
        ) : (
          <Button
            variant={renew === undefined ? 'secondary' : 'primary'}
            icon={outcome === 'copied' ? 'check' : 'copy'}
            onClick={() => void copy()}
          >
            {t('copyCommand')}
          </Button>
        )}
      </div>
    </Card>
  );
}

const masked = (command: string): string => command.replaceAll(/<\w+(?:\.\w+)+>/g, '…');

/** What to type for its secrets, then the command. */
function Text({ tool, text, variables }: FilledCommand & { readonly tool: string }) {
  const t = useTexts(sendTexts);
  return (
    <>
      {variables.map((variable) => (
        <div key={variable} className="flex flex-col gap-1 px-4 py-3">
          <p className="ui-hint">{t('secretHint')}</p>
          <Command text={`read -rs ${variable} && export ${variable}`} />
        </div>
      ))}
      <pre className="send-code" aria-label={tool}>
        {text}
      </pre>
    </>
  );
}

/** The value of the secret that a field of the listener names, where this page has just made it. */
function tokenAt(config: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], config);
  return typeof value === 'string' ? keptToken(value) : undefined;
}
