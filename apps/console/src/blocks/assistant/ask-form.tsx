import { Button, Textarea } from '@acequia/ui';
import { useState, type KeyboardEvent } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { assistantTexts } from './texts.ts';

/** Where the question is written; while the answer comes, the way to stop it. */
export function AskForm({
  answering,
  onAsk,
  onStop,
}: {
  readonly answering: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}) {
  const t = useTexts(assistantTexts);
  const [text, setText] = useState('');
  const question = text.trim();
  const send = () => {
    if (question === '' || answering) return;
    onAsk(question);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="as-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label={t('question')}
        placeholder={t('placeholder')}
        rows={3}
        maxLength={8000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="as-form-foot">
        <span className="ui-hint">{t('keys')}</span>
        {answering ? (
          <Button type="button" size="sm" icon="stop" onClick={onStop}>
            {t('stop')}
          </Button>
        ) : (
          <Button type="submit" size="sm" variant="primary" disabled={question === ''}>
            {t('send')}
          </Button>
        )}
      </div>
    </form>
  );
}
