import { Button, Message } from '@acequia/ui';

/** A link that leads nowhere any more, and the way out. */
export function DeadLink({
  title,
  text,
  href,
  action,
}: {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly action: string;
}) {
  return (
    <Message
      as="h1"
      drawing="lost"
      title={title}
      actions={
        <Button asChild variant="primary">
          <a href={href}>{action}</a>
        </Button>
      }
    >
      {text}
    </Message>
  );
}
