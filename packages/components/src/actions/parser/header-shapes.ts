/** Columns without a form of their own that may stand before one that is recognized. */
export const aheadMax = 4;
/** Words that are hardly anything else, in letters of any size. */
const commonLevel = 'trace|debug|info(?:rmation)?|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|fatal';
export const levelWord = new RegExp(
  String.raw`(?:${commonLevel}|note|alert|emerg(?:ency)?|severe|failure|panic|fine[rs]?t?|config|verbose|audit|log|statement|detail|hint|system|inf|wrn|dbg|vrb|trc|ftl)(?![\w.-])`,
  'iy',
);
export const isCommonLevel = new RegExp(`^(?:${commonLevel})$`, 'i');
export const halfOfDay = /[AP]\.?M\b\.?(?=\s)/iy;
export const levelLetter = /[VDIWEFCNT](?=[\s/\]|,])/y;
/** The one letter before month and day in the logs of Go's klog. */
export const gluedLevel = /[IWEF](?=(?:\d{4}){1,2} \d{2}:)/y;
export const integer = /-?(?:0|[1-9]\d*)(?![\w]|[/.:-]\d|#(?!\d))/y;
export const address = /(?:\d{1,3}\.){3}\d{1,3}(?![\w.]|:\d|\/\d)/y;
export const word = /[^\s|,;[\]()"'{}]+(?=\s)/y;
export const cell = /[^\s|,;[\]()"'{}]+(?=[|\t;,])/y;
/** A word that blanks set apart as a column. */
export const aligned = /[^\s|,;[\]()"'{}]+(?<!:)(?= {2})/y;
export const dashed = /[^\s/:]+(?::\d+)?(?: [^\s/:]+){0,2}?(?= - )/y;
export const dashedWord = /[^\s/:]+(?::\d+)?(?= - )/y;
export const sourceInBracket = /[^\s[\]]+(?=\] )/y;
/** `core:error`, `Worker 3/INFO` */
export const sourceAndLevel = new RegExp(`^(?:[\\w.-]+:(?:${commonLevel}|alert|emerg)|[^/:]+/(?:${commonLevel}))$`, 'i');
/** `orders.ERROR`, and what is left of it behind a bracket: `.ERROR`. Small letters could as well be a class or a file. */
export const joinedLevel = new RegExp(
  String.raw`([A-Za-z_][\w-]*)?([.:/])(?=(?:${commonLevel.toUpperCase()}|INF|WRN|DBG|ALERT|EMERGENCY)(?![\w.-]))`,
  'y',
);
/** A program and its number that no colon follows. */
export const process = /([A-Za-z_][\w./-]*)\[(?:0|[1-9]\d*)(?::(?:0|[1-9]\d*))?\](?=[ .])/y;
export const endpoint = /(?:\d{1,3}\.){3}\d{1,3}:(?:0|[1-9]\d{0,4})(?=\s)/y;
/** Where a line of source text stands: `db_pool.go:42`, `auth.py:7:login()`. */
export const location =
  /[^\s:[\]()"]*[\w)]\.(?:c|cc|cpp|cs|cxx|erl|ex|go|groovy|h|hpp|java|jsx?|kt|lua|mm?|php|pl|pm|py|rb|rs|scala|sh|swift|tsx?|vue):\d+(?::[^\s:]+)?(?=\s)/y;
/** A sign that stands for a level: `*`, `#`. */
export const sign = /[*#.+-](?= )/y;
/** Seconds since a start, in brackets at the beginning of lines. */
export const uptime = /\d{1,9}\.\d{3,9}(?=\])/y;
/** A logger between colons: `WARNING:app.db:lost`. */
export const betweenColons = /[A-Za-z_][\w.]*(?=:)/y;
/** The number of a message, as catalogues of messages give it: `TRAS0017I`. */
export const messageCode = /^[A-Z][A-Z_-]*\d{3,}[A-Z]?$/;
/** The name of a class or module; a word with two dots is hardly one of a sentence. */
export const dottedName = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){2,}(?=\s)/y;
export const dottedComponent = /[A-Za-z_][\w$-]*(?:(?:\.|::)[\w$-]+)+: /y;
/** A word as a sentence begins with. */
export const plainWord = /^(?:[A-Za-z]?[a-z]+|[A-Z]+)$/;
/** `app[7]: `, `app: `, `app[7] (unit): `. */
export const component = /((?=[A-Za-z%/_(-])(?:[^\s()]|\([^\s()]*\))+?)(?:\[(\d+)\])?(?: \(([^)]*)\))?: /y;
export const spacedComponent = /\S+[ \t]+: /y;
export const startOfJson = /\{\s*["}]/y;
/** Words in a row. */
export const sentence = /(?:^|\s)(?:[A-Za-z]{2,}[.,]?\s+){3}/;
/** Signs that begin what follows them: without a column behind them, the message begins with them. */
export const opening = /[[({<"'#*=]/;
export const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '<': '>', '{': '}', '"': '"' };
