/** The version in `package.json`: in the list of workers, the description of the API and metrics. A rule keeps the two equal. */
export const productVersion = '0.1.0';

/** What `/version` shows, by the specification (docs/decisions.md). */
export const specifiedVersion = 'v2.103.0';
