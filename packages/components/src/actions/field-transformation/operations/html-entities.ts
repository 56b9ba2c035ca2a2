const required: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Names of HTML 4's Latin-1 block, from U+00A0 on. */
const latin1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

const others: Readonly<Record<string, number>> = {
  euro: 0x20ac,
  hellip: 0x2026,
  ndash: 0x2013,
  mdash: 0x2014,
  lsquo: 0x2018,
  rsquo: 0x2019,
  ldquo: 0x201c,
  rdquo: 0x201d,
  bull: 0x2022,
  trade: 0x2122,
  larr: 0x2190,
  rarr: 0x2192,
  le: 0x2264,
  ge: 0x2265,
  ne: 0x2260,
};

const known = new Map<string, string>([
  ...Object.entries(required).map(([sign, name]) => [name, sign] as const),
  ...latin1.map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...Object.entries(others).map(([name, point]) => [name, String.fromCodePoint(point)] as const),
]);

/** The five signs that HTML reads, by name or number. */
export function encodeEntities(text: string, style: 'named' | 'numeric'): string {
  return text.replace(/[&<>"']/g, (sign) => (style === 'named' ? `&${required[sign]!};` : `&#${sign.charCodeAt(0)};`));
}

/** Numeric entities and the names of HTML 4's Latin-1 block; others stay. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return known.get(name) ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) || point === 0 ? '\ufffd' : String.fromCodePoint(point);
    },
  );
}
