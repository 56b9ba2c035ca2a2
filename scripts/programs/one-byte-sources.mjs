// V8 keeps the source of a module for as long as it lives, two bytes a character when a single one of them is beyond Latin-1, in
// each thread once more. A bundle has its few such characters as escapes. What stands behind one on its line moves by some columns.
const beyondLatin1 = /[^\0-\xff]/g;
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A plugin. It changes what is written: before, rolldown prints the characters as they are once more. */
export const oneByteSources = {
  name: 'one-byte-sources',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = file.code.replace(beyondLatin1, escaped);
  },
};
