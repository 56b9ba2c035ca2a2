/** A change of the product's code, as it is bundled: what the pattern finds first in a file is replaced as `String.replace` does it. */
export interface Edit {
  readonly find: RegExp;
  readonly put: string;
}

/** Something made wrong on purpose in the product, and the words in which the judge must notice it under a hazard. */
export interface WalkMistake {
  readonly id: string;
  readonly hazard: string;
  readonly shows: RegExp;
  readonly edits: readonly Edit[];
  /** Where it takes more of them to show. */
  readonly steps?: number;
}

const notArrived = /have not arrived at the peer|acknowledged and not delivered/;

/** A worker that has died begins behind what it had read, not behind what it had delivered. */
const cursorAhead: readonly Edit[] = [{ find: /options\.stored\?\.cursors \?\? \{\}/, put: 'options.stored?.positions ?? {}' }];

/** What the HTTP data sink makes of a request without an answer. */
const unanswered = (code: string): readonly Edit[] => [
  {
    find: /(if \(signal\.aborted\) throw new \S+\("DELIVERY_ABORTED", \{\}, error\);)(\s+throw deliveryErrorOfWire)/,
    put: `$1 if (error.code === "${code}") return { wireBytes: 0 };$2`,
  },
];

/** One for each hazard at least. */
export const walkMistakes: readonly WalkMistake[] = [
  {
    // A data sink keeps the value of a secret that it was opened with.
    id: 'secret-kept',
    hazard: 'secret-rotation',
    shows: /the last request came with/,
    edits: [{ find: /if \(!this\.#outdated\) return false;/, put: 'return false;' }],
  },
  {
    // A delivery is closed without waiting for the send under way, nor its files for the append. The disk takes its time now and then.
    id: 'closed-while-sending',
    hazard: 'edit',
    shows: /repeated at|acknowledged and not delivered/,
    steps: 6,
    edits: [
      { find: /if \(session\.sends\.size === 0\) (return void this\.#close\(session\);)/, put: '$1' },
      { find: /this\.#closing \?\?= this\.#turn\.then\(\(\) => this\.#close\(\)\)/, put: 'this.#closing ??= this.#close()' },
      { find: /closing \?\?= underWay\.then\(/, put: 'closing ??= Promise.resolve().then(' },
      {
        find: /if \(this\.#options\.sync\) await file\.handle\.datasync\(\);/,
        put: 'if (Math.random() < 0.1) await new Promise((resolve) => setTimeout(resolve, 300));\n$&',
      },
    ],
  },
  {
    // One append in fifty is reported and not done.
    id: 'writes-lost',
    hazard: 'edit',
    shows: /acknowledged and not delivered/,
    edits: [
      {
        find: /await writeAll\(file\.handle, bytes, file\.body\);/,
        put: 'if (Math.random() < 0.02) return { bytes: bytes.length, checkpoint: this.#checkpoint() };\n$&',
      },
    ],
  },
  {
    // The id of an event does not say where it came in.
    id: 'ids-shared',
    hazard: 'publish',
    shows: /wrong ids/,
    steps: 1,
    edits: [{ find: /\$\{envelope\.listenerId\}\.\$\{envelope\.origin\}\.(\$\{core\.frames)/, put: '$1' }],
  },
  {
    // Tenants have one folder under a root.
    id: 'folder-shared',
    hazard: 'publish',
    shows: /hold lines of two flows/,
    steps: 1,
    edits: [{ find: /(folder: \S+\(base, )tenantId\)/, put: '$1"shared")' }],
  },
  {
    // A version that was stopped ends at once, whatever still waits for its data sinks.
    id: 'backlog-lost',
    hazard: 'stop-and-start',
    shows: notArrived,
    steps: 4,
    edits: [{ find: /every\(\(\{ done \}\) => done\)/, put: 'every(() => true)' }],
  },
  {
    // After a crash a file keeps what was written behind the last commit.
    id: 'files-not-undone',
    hazard: 'kill-worker',
    shows: /repeated at/,
    steps: 3,
    edits: [{ find: /await handle\.truncate\(start\.body\);/, put: '' }],
  },
  {
    id: 'server-not-started-again',
    hazard: 'kill-server',
    shows: /in vain for another process of the server/,
    steps: 1,
    edits: [{ find: /else restart\(\{/, put: 'else if (false) restart({' }],
  },
  {
    id: 'database-not-started-again',
    hazard: 'kill-database',
    shows: /in vain for another process of the database/,
    steps: 1,
    edits: [{ find: /if \(ending\.aborted \|\| .*readPostmaster\(folder\)\)+ continue;/, put: 'continue;' }],
  },
  {
    // What was run and counted before a crash is run and counted again.
    id: 'blocks-counted-twice',
    hazard: 'kill-worker-and-server',
    shows: /repeated at|the ledger has/,
    edits: [{ find: /const again = block </, put: 'const again = false && block <' }],
  },
  { id: 'cursor-ahead', hazard: 'kill-worker-and-database', shows: notArrived, edits: cursorAhead },
  { id: 'cursor-ahead', hazard: 'kill-far', shows: notArrived, edits: cursorAhead },
  { id: 'cut-off-counts', hazard: 'peer-slow', shows: notArrived, edits: unanswered('CONNECTION_RESET') },
  {
    // An answer of 500 and above is taken for a receipt.
    id: 'refusal-counts',
    hazard: 'peer-refuse',
    shows: notArrived,
    edits: [{ find: /return status < 500 \? "reject" : "retry"/, put: 'return status < 500 ? "reject" : "delivered"' }],
  },
  { id: 'given-up-counts', hazard: 'peer-hang', shows: notArrived, edits: unanswered('RESPONSE_TIMEOUT') },
  {
    // A log that was full once takes nothing more.
    id: 'log-stays-full',
    hazard: 'full-disk',
    shows: /within \d+ ms/,
    steps: 1,
    edits: [
      {
        find: /(function refusal\(error\) \{\s+const code = codeOf\(error\);)/,
        put: '$1 if (code === "ENOSPC") globalThis.wasFull = true;',
      },
      {
        find: /#append\(job\) \{/,
        put: '$& if (globalThis.wasFull) return { outcome: "full", error: "it was full", code: "ENOSPC" };',
      },
    ],
  },
  {
    // A process that ended on a full disk is started again after a minute, whether there is space or not.
    id: 'space-not-looked-at',
    hazard: 'kill-in-full-disk',
    shows: /within \d+ ms|in vain for the server to answer/,
    steps: 1,
    edits: [
      { find: /let leftMs = pauseMs; leftMs > 0/, put: 'let leftMs = 60000; leftMs > 0' },
      { find: /if \(this\.#isFull\(\)\) continue;/, put: 'continue;' },
    ],
  },
  {
    // No address is kept, questions are given up early, and one that was is never asked again.
    id: 'name-given-up',
    hazard: 'name-server-silent',
    shows: /have not arrived at the peer/,
    edits: [
      { find: /timeout: 2e3,(\s+)tries: 2/, put: 'timeout: 500,$1tries: 1' },
      { find: /if \(!kept\) return ask\(name\);/, put: 'return ask(name);' },
      { find: /if \(!kept \|\| clock\.monotonic\(\) - kept\.answeredAtMs > keptMs\) throw error;/, put: 'throw error;' },
      { find: /\.finally\(\(\) => asking\.delete\(name\)\)/, put: '.then((found) => (asking.delete(name), found))' },
    ],
  },
];

const loader = new URL('make-mistake.mjs', import.meta.url);

/** What a process must have in its environment to be loaded with the mistake. */
export const environmentOf = ({ edits }: WalkMistake): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${loader.href}`,
  ACEQUIA_MISTAKE: JSON.stringify(edits.map(({ find, put }) => ({ find: find.source, put }))),
});

/** Changes that were not made, by what the processes have printed; empty: the mistake was made as a whole. */
export const notMade = ({ id, edits }: WalkMistake, output: string): readonly string[] =>
  edits.flatMap(({ find }, n) => (output.includes(`mistake made: ${n}\n`) ? [] : [`${id} was not made: nothing is like ${String(find)}`]));
