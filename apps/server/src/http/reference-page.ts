import type { ApiDocument, ApiOperation } from './describe-api.ts';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** A page without scripts: operations by group, their input, answer and errors. */
export function renderReference(document: ApiDocument, nonce: string): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const groups = [...Map.groupBy(entries, (entry) => entry.operation.tags?.[0] ?? '')].sort(([a], [b]) => a.localeCompare(b));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(document.info.title)} API</title>
<style nonce="${nonce}">${style}</style></head><body>
<nav aria-label="Groups"><h1>${escape(document.info.title)} API</h1><p>Version ${escape(document.info.version)} · <a href="/api/openapi.json">OpenAPI document</a></p>
<ul>${groups.map(([name]) => `<li><a href="#${escape(name)}">${escape(name)}</a></li>`).join('')}<li><a href="#configurations">Configurations</a></li></ul></nav>
<main><p>Programs call with an API key, made in Settings: <code>Authorization: Bearer acq_key_…</code>. A browser calls with the cookie of its login and the header <code>x-acequia</code>. Bodies are JSON. Errors carry one of the codes listed beside their status, and a sentence in <code>message</code>.</p>
${groups.map(([name, list]) => `<section id="${escape(name)}"><h2>${escape(name)}</h2>${list.map(renderEntry).join('')}</section>`).join('')}
<section id="configurations"><h2>Configurations</h2>${Object.entries(document.components?.schemas ?? {})
    .map(renderSchema)
    .join('')}</section></main></body></html>`;
}

function renderEntry({ method, path, operation }: Entry): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses ?? {});
  const answer = answers.find(([status]) => status.startsWith('2'))?.[1];
  const errors = answers.filter(([status]) => !status.startsWith('2'));
  const parameters = operation.parameters ?? [];
  return `<article><h3><b class="${escape(method)}">${escape(method.toUpperCase())}</b> <code>/api/v1${escape(path)}</code></h3>
<p>${escape(operation.summary ?? '')}${operation.operationId === undefined ? '' : ` <small>${escape(operation.operationId.replace('.', ':'))}</small>`} <small>${callers(operation)}</small></p>
${parameters.length === 0 ? '' : `<table><caption>Parameters</caption>${parameters.map((each) => `<tr><th scope="row">${escape(each.name)}</th><td>${escape(each.in)}${each.required === true ? ', required' : ''}</td><td><code>${escape(short(each.schema))}</code></td></tr>`).join('')}</table>`}
${details('Body', body)}${details('Answer', Object.values(answer?.content ?? {})[0]?.schema)}
${errors.length === 0 ? '' : `<p>Errors: ${errors.map(([status, each]) => `<code>${escape(status)}</code> ${escape(codesIn(each).join(', '))}`).join(' · ')}</p>`}</article>`;
}

/** What bodies refer to by its name. */
const renderSchema = ([name, schema]: readonly [string, unknown]): string =>
  `<article id="schema-${escape(name)}">${details(name, schema)}</article>`;

/** Who may call it. */
const callers = ({ security = [] }: ApiOperation): string =>
  security.length === 0 ? 'without a login' : security.some((scheme) => 'apiKey' in scheme) ? 'API key or session' : 'session only';

const details = (title: string, schema: unknown): string =>
  schema === undefined
    ? ''
    : `<details><summary>${escape(title)}</summary><pre>${escape(JSON.stringify(schema, undefined, 2))}</pre></details>`;

const short = (schema: unknown): string => {
  const type = (schema as { readonly type?: unknown } | undefined)?.type;
  return typeof type === 'string' ? type : JSON.stringify(schema ?? {});
};

/** Every constant called `code` in an error schema. */
function codesIn(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    const constant = (part as { readonly code?: { readonly const?: unknown } }).code?.const;
    if (typeof constant === 'string') found.add(constant);
    for (const member of Object.values(part)) visit(member);
  };
  visit(value);
  return [...found];
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const style = `:root{color-scheme:dark light;font:14px/1.5 system-ui,sans-serif}body{margin:0;display:grid;grid-template-columns:220px minmax(0,1fr);background:light-dark(#f6f5f1,#0b1214);color:light-dark(#172225,#e8f0f1)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;box-sizing:border-box;border-right:1px solid light-dark(#e3e0d8,#22343a)}nav ul{list-style:none;padding:0}main{padding:16px 32px;max-width:960px}h1{font-size:18px}a{color:light-dark(#0b7f76,#35c7ba)}
article{border-top:1px solid light-dark(#e3e0d8,#22343a);padding:12px 0}h3{font-size:14px;font-weight:500}h3 b{display:inline-block;min-width:56px;color:light-dark(#0b7f76,#35c7ba)}h3 b.delete{color:light-dark(#c2352f,#f2716b)}pre{overflow:auto;font-size:12px;max-height:420px}
table{border-collapse:collapse}caption{text-align:left}th,td{text-align:left;padding:2px 16px 2px 0;font-weight:400}small{color:light-dark(#52646a,#9db2b7)}@media(max-width:700px){body{display:block}nav{position:static;height:auto}}`;
