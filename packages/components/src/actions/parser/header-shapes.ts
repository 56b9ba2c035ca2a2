/** Columns without a form of their own that may stand before one that is recognized. */
export const aheadMax = 4;
/** Words that are hardly anything else, in letters of any size. */
const commonLevel = 'trace|debug|info(?:rmation)?|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|fatal';
export const levelWord = new RegExp(
  String.raw`(?:${commonLevel}|note|alert|emerg(?:ency)?|severe|failure|panic|fine[rs]?t?|config|verbose|audit|fail|success|dbug|trce|log|statement|detail|hint|system|inf|wrn|dbg|vrb|trc|ftl|fixme)(?![\w.-])`,
  'iy',
);
export const isCommonLevel = new RegExp(`^(?:${commonLevel})$`, 'i');
export const halfOfDay = /[AP]\.?M\b\.?(?=\s)/iy;
export const levelLetter = /[VDIWEFCNT](?=[\s/\]|,])/y;
/** Small letters are levels where they differ; alone, one is a word or a unit. */
export const smallLevelLetter = /[diwefn](?= )/y;
/** The one letter before month and day in the logs of Go's klog. */
export const gluedLevel = /[IWEFD](?=(?:\d{4}|\d{6}|\d{8}) \d{2}:)/y;
export const integer = /-?(?:0|[1-9]\d*)(?![\w]|\/\w|[.:-]\d|#(?!\d))/y;
export const address = /(?:\d{1,3}\.){3}\d{1,3}(?![\w.]|:\d|\/\d)/y;
export const word = /[^\s|,;[\]()"'{}]+(?=\s)/y;
export const cell = /[^\s|,;[\]()"'{}]+(?=[|\t;,])/y;
/** A cell that is empty in some lines, behind a mark and before the next. */
export const emptyCells: Readonly<Record<string, RegExp>> = { ';': /[^\s|,;[\](){}"']*(?=;)/y, '|': /[^\s|,;[\](){}"']*(?=\|)/y };
/** A word that blanks set apart as a column. */
export const aligned = /[^\s|,;[\]()"'{}]+(?<!:)(?= {2})/y;
export const dashed = /[^\s/:]+(?:::[^\s/:]+)*(?::\d+)?(?: [^\s/:]+){0,2}?(?= - )/y;
export const dashedWord = /[^\s/:]+(?:::[^\s/:]+)*(?::\d+)?(?= - )/y;
export const sourceInBracket = /[^\s[\]]+(?=\] )/y;
/** `core:error`, `Worker 3/INFO` */
export const sourceAndLevel = new RegExp(`^(?:[\\w.-]+:(?:${commonLevel}|alert|emerg)|[^/:]+/(?:${commonLevel}))$`, 'i');
/** `orders.ERROR`, and what is left of it behind a bracket: `.ERROR`. Small letters could as well be a class or a file. */
export const joinedLevel = new RegExp(
  String.raw`([A-Za-z_][\w-]*)?([.:/])(?=(?:${commonLevel.toUpperCase()}|INF|WRN|DBG|ALERT|EMERGENCY)(?![\w.-]))`,
  'y',
);
/** A number with a letter before it: `T-7`, `T:7`. */
export const lettered = /[A-Z][-:]\d+(?=\s)/y;
/** A program and its number that no colon follows. */
export const process = /([A-Za-z_][\w./-]*)\[(?:0|[1-9]\d*)(?::(?:0|[1-9]\d*))?\](?=[ .])/y;
export const endpoint = /(?:\d{1,3}\.){3}\d{1,3}[:#](?:0|[1-9]\d{0,4})(?=\s)/y;
/** Where a line of source text stands: `db_pool.go:42`, `auth.py:7:login()`, `pool.cc(42)`. */
export const location =
  /[^\s:[\]()"]*[\w)]\.(?:c|cc|cpp|cs|cxx|erl|ex|go|groovy|h|hpp|java|jsx?|kt|lua|mm?|php|pl|pm|py|rb|rs|scala|sh|swift|tsx?|vue)(?::\d+(?::[^\s:]+)?|\(\d+\))(?=\s)/y;
/** A sign that stands for a level: `*`, `#`. */
export const sign = /[*#.+-](?= )/y;
/** Seconds since a start, in brackets at the beginning of lines. */
export const uptime = /\d{1,9}\.\d{3,9}(?=\])/y;
/** A logger between colons: `WARNING:app.db:lost`. */
export const betweenColons = /[A-Za-z_][\w.$-]*(?=:)/y;
/** The number of a message, as catalogues of messages give it: `TRAS0017I`. */
export const messageCode = /^[A-Z][A-Z_-]*\d{3,}[A-Z]?$/;
/** A module, how grave it is, and what happened, in one: `IFNET/3/LINK_DOWN`. */
export const moduleAndLevel = /^[A-Z]\w*\/\d\/\w+$/;
/** A letter and a number may be a code or a level: `I125`. */
export const letterAndNumber = /^[A-Z]\d+$/;
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
/** A program with the name of its part: `app[web.1]`. */
export const partOfProgram = /^([^\s[\]]+)\[([A-Za-z][^\s[\]]*)\]$/;
/** A program with its number and what it says of the line: `app[7](info)`. */
export const notedProgram = /^([^\s[\]()]+)\[(0|[1-9]\d*)\]\((\w+)\)$/;
/** A program and a number in parentheses, either of them filled up by blanks: `gate  (  7): `. */
export const numberedInParentheses = /([A-Za-z_][\w.$-]*) *\( *(?:0|[1-9]\d*)\): /y;
/** One pair at the beginning of what is read; its value ends with a blank or a bracket. */
export const pair = /([A-Za-z_][\w.-]*)=([^\s,;|[\](){}"'=]+)(?=[\s\])|,;])/y;
/** Pairs in a row. A comma belongs to the value alone: read in two ways, each would double the steps of what does not fit. */
export const pairsAlone = /^(?:[A-Za-z_][\w.-]*=(?:"(?:[^"\\]|\\.)*"[,;]?|[^\s"]*)(?:\s+|$))+$/;
export const stream = /(?:stdout|stderr|STDOUT|STDERR)(?=[\s\]|:])/y;
export const flagLetter = /[A-Z](?= )/y;
/** An identifier of a form that no word has: it is one where all lines have it, of one length. */
export const identifiers: readonly RegExp[] = [
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=[\s|,;\])])/iy,
  /@?0x[0-9a-f]+(?=[\s|,;\])])/iy,
  /(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,64}(?=[\s|,;])/y,
  /(?=[A-F]*\d)(?=\d*[A-F])[0-9A-F]{6,64}(?=[\s|,;])/y,
];
/** The name of a class in parentheses that ends a line. */
export const trailingClass = / \(([A-Za-z_$][\w$]*(?:\.[\w$]+)+)\)$/;
/** What may stand in some lines alone, before what all lines have: the mark it begins with, and its text. */
export const optionalGroups: readonly RegExp[] = [
  /([A-Za-z_][\w.-]*=)([^\s,;|[\](){}"'=]+) /y,
  /(\[)([^[\]]{1,40})\][ \t]?/y,
  /(\()([^\s()]{1,16})\) /y,
  /(#)(\d+) /y,
];
/** What begins a message that is in a format of its own. */
export const startOfFormat = /(?:CEF|LEEF):\d/y;
export const hostBeforeFormat = /[A-Za-z\d][\w.:-]*(?= )/y;
/** Words between commas without blanks, as topics are written. */
export const topics = /[A-Za-z]+(?:,[A-Za-z]+)+(?= )/y;
/** Where a line of source text stands, by its module: `shop.cart:add:42`. */
export const place = /[A-Za-z_][\w.$]*(?::[\w.<>$]+){1,3}(?= - )/y;
export const placeWithLine = /[A-Za-z_][\w.$]*:[\w.<>$/]+:\d+(?=\s)/y;
/** A word that blanks may fill up to a width. */
export const filledWord = /[^\s|,;[\](){}"'=]+(?<!:)(?= )/y;
/** A file that can be run; anything else with a point may be a module. */
export const runnable = /\.(?:bat|cmd|com|exe|jar|js|pl|py|rb|sh)(?: \*?\d+)?$/i;
export const sourceFile = /^[\w-]+\.(?:c|cc|cpp|cs|go|java|js|kt|lua|php|pl|py|rb|rs|scala|ts)$/;
/** Somebody or something before the class that wrote a line: `ana sea.gate.Pump - `. */
export const dottedBehindWord = /([^\s:]+) ([A-Za-z_$][\w$]*(?:\.[\w$]+)+)(?= - )/y;
/** Columns before a class in brackets: `ana 7x1 10.0.0.1 /a [sea.gate.Pump]`. */
export const recordBeforeClass = /((?:[^\s[\](){}"'<>=]+ ){2,8})(?=\[[^\s\]]*[\w$]\.[\w$]+\] )/y;
/** A further name with a value, behind a comma. */
export const labelled = /^[^:]*, [A-Za-z_]\w*: /;
/** Figures alone. */
export const figures = /\d{3,}(?=\s)/y;
/** The mark of a message in brackets. */
export const codeInBrackets = /(?:\[(?=[^\s\]]*\d)[\w-]{5,}\]|\((?=[^\s)]*\d)[\w-]{5,}\)) /y;
/** What wrote a line, between a bracket and a dash. */
export const beforeDash = /^\] [\w.$-]+ - /;
/** The name of what happened, in capitals, digits and underscores. */
export const event = /[A-Z][A-Z\d]*(?:_[A-Z\d]+){1,12}(?=:? )/y;
/** What a colon joins to the time or the level behind it. */
export const numberBeforeColon = /(?:0|[1-9]\d{0,9})(?=:\d{4})/y;
export const wordBeforeLevel = new RegExp(String.raw`[\w.-]+(?=:(?:${commonLevel}|fixme):)`, 'iy');
/** A word that consists of several, as names of functions do: `read_block`, `readBlock`. */
export const compoundWord = /(?:[A-Za-z\d]+_\w+|[A-Za-z]*[a-z][A-Z]\w*)(?= )/y;
export const wordBeforeColon = /[A-Za-z_][\w.$-]*(?=: \S)/y;
/** The name of a value. */
export const key = /([A-Za-z_][\w.-]*)=[^=]/y;
