/**
 * An error's text without where a file lies on this machine, which Node puts behind what it says of a file system
 * (`EIO: i/o error, read '/…'`): people of every organization read reasons. Other texts as they are.
 */
export const withoutPlaces = (text: string): string => (/\bE[A-Z0-9]+: /.test(text) ? text.replace(/ '\/.*'/s, '') : text);
