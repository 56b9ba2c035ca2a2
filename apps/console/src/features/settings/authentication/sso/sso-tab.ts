/** What the form of each protocol gets from the dialog around it, which has the buttons. */
export interface SsoTabProps {
  /** Id of its form. */
  readonly formId: string;
  readonly onPending: (pending: boolean) => void;
  readonly onSaved: () => void;
}

interface Command<I> {
  mutate(input: I, then: { readonly onSettled: () => void }): void;
}

/** Creates the configuration, or changes the one of an id; tells the dialog while it is on its way. */
export function saveConfig<I extends object>(
  commands: { readonly create: Command<I>; readonly update: Command<I & { readonly id: string }> },
  id: string | null,
  input: I,
  onPending: SsoTabProps['onPending'],
): void {
  const then = { onSettled: () => onPending(false) };
  onPending(true);
  if (id === null) commands.create.mutate(input, then);
  else commands.update.mutate({ id, ...input }, then);
}
