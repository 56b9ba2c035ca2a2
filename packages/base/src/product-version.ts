/** What `/version` and the list of workers show until the first release of our own numbering (docs/decisions.md). The one place. */
export const productVersion = 'v2.103.0';
