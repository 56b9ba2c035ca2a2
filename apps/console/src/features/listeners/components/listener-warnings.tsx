import { Note } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { faultText } from '#blocks/definition-form/index.ts';
import { useLanguage } from '#i18n/use-texts.ts';
import { listenerWarnings } from '../model/definition-of.ts';

/** What a person should know about a listener that runs as it was configured. */
export function ListenerWarnings({ listener }: { readonly listener: Listener }) {
  const language = useLanguage();
  const definition = useDefinition('listener', listener.component);
  return listenerWarnings(definition, listener.config).map((fault) => (
    <Note key={fault.path + fault.code} tone="warning">
      {faultText(fault, language)}
    </Note>
  ));
}
