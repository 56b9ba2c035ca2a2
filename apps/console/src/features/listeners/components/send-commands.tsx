import { lazy, Suspense } from 'react';
import { Skeleton } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { SendsItself } from './sends-itself.tsx';

const CommandCard = lazy(async () => ({ default: (await import('#blocks/send-commands/command-card.tsx')).CommandCard }));

interface SendCommandsProps {
  readonly listener: Listener;
  /** The page leads on to the pipeline by itself. */
  readonly goesOn?: boolean | undefined;
}

/** How a first event gets to a listener: commands for what is sent to it, else what it does by itself. */
export function SendCommands({ listener, goesOn = false }: SendCommandsProps) {
  return (
    <Suspense fallback={<Skeleton height={180} />}>
      <Commands listener={listener} goesOn={goesOn} />
    </Suspense>
  );
}

function Commands({ listener, goesOn }: SendCommandsProps) {
  const definition = useDefinition('listener', listener.component);
  if (definition && definition.delivery !== 'push') return <SendsItself listener={listener} definition={definition} goesOn={goesOn} />;
  return <CommandCard listener={listener} />;
}
