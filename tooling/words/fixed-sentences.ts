/** Sentences that the specification fixes word for word, by the number of the statement in docs/reference/specification.md. */
export const fixedSentences: readonly { readonly statement: string; readonly text: string }[] = [
  { statement: 'S2.12', text: 'Your role needs permission to view this page. Contact your admin for details' },
  { statement: 'S2.15', text: 'Create your first secret' },
  { statement: 'S5.19', text: 'Please, enter a valid email address' },
  { statement: 'S8.12', text: 'Error changing tenant' },
  { statement: 'S8.14', text: 'Failed to remove secret' },
  { statement: 'S8.14', text: 'Failed to remove users' },
  { statement: 'S8.14', text: 'Failed to send invite' },
  { statement: 'S8.14', text: 'Failed to modify role' },
  { statement: 'S8.14', text: 'Failed to set default tenant, please try again' },
  { statement: 'S8.14', text: 'An error occurred, please, try again later or contact us' },
  { statement: 'S8.15', text: 'Contact the tenant admin or check your email for a newer invitation.' },
];
