import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Chunks = Readonly<Record<string, Chunk>>;

/** Scripts a page loads before it shows, in bytes of gzip. */
export interface PageSize {
  /** `login`, `frame`, `code editor`, or a file of `src/routes`, or a form with the component it is heaviest with. */
  readonly page: string;
  /** All of it. */
  readonly bytes: number;
  /** How many files it is. */
  readonly files: number;
  /** What comes on top of the frame. */
  readonly beyondFrame: number;
  /** Whether it waits for the texts of reasons. */
  readonly tellsReasons: boolean;
}

export const builtConsole = fileURLToPath(new URL('../dist/', import.meta.url));

const frameChunk = '_frame-';
/** A page that tells reasons waits for their texts in its language: here the longer one. */
const reasonText = '_reason-text-';
const reasonTexts = 'virtual:reason-texts/es';

/** Forms load the definition of their component and the widgets it needs when they are opened. */
const forms = ['listener', 'datasink'];
const widgets = ['template', 'regex'].map((kind) => `src/blocks/definition-form/widgets/${kind}-widget.tsx`);

/** Pages that draw a pipeline load every component beside them, while they read their data. */
const drawn = ['pipeline.tsx', 'pipeline-focus.tsx'];
const everyComponent = '_definitions-';

/** The chunk of the code editor: it comes when a field of code is shown. */
const codeEditor = '_source-editor-';

/** Every page of a build, from its manifest. A form counts a second time with the heaviest definition it may load, a drawn pipeline with all of them; the code editor has a budget of its own. */
export function pageSizes(folder: string): readonly PageSize[] {
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Chunks;
  const known = new Map<string, number>();
  const bytesOf = (file: string): number => {
    const bytes = known.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
    known.set(file, bytes);
    return bytes;
  };
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + bytesOf(file), 0);
  const names = Object.keys(chunks);
  assert(names.some((name) => name.startsWith(reasonText)) && names.includes(reasonTexts), 'the texts of reasons have scripts');
  const frame = ['index.html', ...names.filter((name) => name.startsWith(frameChunk))];
  const ofFrame = scriptsOf(chunks, frame);
  const sizeOf = (page: string, roots: readonly string[], without?: string): PageSize => {
    const files = scriptsOf(chunks, roots, without);
    return {
      page,
      bytes: sum(files),
      files: files.size,
      beyondFrame: sum([...files].filter((file) => !ofFrame.has(file))),
      tellsReasons: files.has(chunks[reasonTexts]!.file),
    };
  };
  const routes = names.filter((name) => name.startsWith('src/routes/'));
  return [
    sizeOf('login', ['index.html', 'src/app/entrance.tsx']),
    sizeOf('frame', frame),
    sizeOf('code editor', [...frame, ...names.filter((name) => name.startsWith(codeEditor))]),
    ...routes.map((route) => sizeOf(route.slice('src/routes/'.length), [...frame, route])),
    ...drawn.map((route) =>
      sizeOf(`${route} with every component`, [
        ...frame,
        `src/routes/${route}`,
        ...names.filter((name) => name.startsWith(everyComponent)),
      ]),
    ),
    ...forms.map((kind) =>
      names
        .filter((name) => chunks[name]!.file.startsWith(`assets/${kind}-definition-`))
        .map((name) =>
          sizeOf(
            `${kind}-create.tsx with its heaviest component`,
            [...frame, `src/routes/${kind}-create.tsx`, ...widgets, name],
            codeEditor,
          ),
        )
        .reduce((heaviest, size) => (size.bytes > heaviest.bytes ? size : heaviest)),
    ),
  ];
}

/** Every script the roots import, without what they load later, and without chunks whose name begins so. */
function scriptsOf(chunks: Chunks, roots: readonly string[], without?: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name) || (without !== undefined && name.startsWith(without))) return;
    reached.add(name);
    chunks[name]?.imports?.forEach(visit);
    if (name.startsWith(reasonText)) visit(reasonTexts);
  };
  roots.forEach(visit);
  return new Set([...reached].flatMap((name) => chunks[name]?.file ?? []).filter((file) => file.endsWith('.js')));
}

if (import.meta.url === `file://${process.argv[1]}`) {
  for (const { page, bytes, files, beyondFrame } of pageSizes(builtConsole)) {
    const kilobytes = (count: number) => `${(count / 1000).toFixed(1).padStart(7)} KB`;
    process.stdout.write(
      `${kilobytes(bytes)} in ${String(files).padStart(2)} files  ${kilobytes(beyondFrame)} beyond the frame  ${page}\n`,
    );
  }
}
