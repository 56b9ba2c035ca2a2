import type { BatchView, Row } from '@acequia/batch';
import { promisify } from 'node:util';
import { deflate, gzip, zstdCompress } from 'node:zlib';
import { parseJson, type JsonNode } from '@acequia/event';
import {
  Disconnected,
  Misconfigured,
  type DatasinkContext,
  type DatasinkRuntime,
  type EncodedBatch,
  type OpenDatasink,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import { addressWithoutCredentials } from '@acequia/component-sdk/definition';
import type { HttpAnswer } from '@acequia/wire';
import { compileText, isConstantText } from '../../fields/text-template.ts';
import { ownHeaders } from '../../http-client/credentials.ts';
import { openHttpAccess } from '../../http-client/open-client.ts';
import { toldAnswer } from '../../http-client/told-answer.ts';
import { deliveryErrorOfWire } from '../../http-client/wire-faults.ts';
import { batchingOf } from '../../encoding/common-fields.ts';
import { rejectingFaults } from '../../encoding/reject-faults.ts';
import { compileRecordEncoder } from '../../encoding/record-encoder.ts';
import { compileRowsEncoder } from '../../encoding/rows-encoder.ts';
import { answerError, classifyAnswer, type AnswerRules } from './answer.ts';
import type { HttpCreation, HttpNode } from './config.ts';
import { parseItemPath, readItems } from './per-item.ts';
import { splitTarget } from './target-url.ts';
import { wrappingOf, wrapRecords } from './wrap-records.ts';

const compressors = { none: undefined, gzip: promisify(gzip), deflate: promisify(deflate), zstd: promisify(zstdCompress) };
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** Where a group of records goes. */
interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request per batch; delivered = an answer of class *delivered* (catalogue 8.2). */
export const httpRuntime: DatasinkRuntime<HttpCreation, HttpNode> = {
  open: (creation, node, ctx) => Promise.resolve(openHttp(creation, node, ctx)),

  probe: async (creation, ctx, signal) => {
    const { client, credentials } = openHttpAccess(creation, 1, ctx);
    try {
      const request = await credentials.sign({ method: 'HEAD', url: creation.baseUrl ?? 'http://localhost/', headers: {}, signal });
      if (creation.baseUrl === undefined) return;
      const { status } = await client.request(request);
      if (status === 401 || status === 403 || status === 407) throw new Misconfigured(`HTTP_${status}`, { status });
    } catch (error) {
      throw deliveryErrorOfWire(error);
    } finally {
      client.close();
    }
  },

  batching: (creation, node) => {
    const batching = batchingOf(creation.retry, node, { order: creation.order, concurrency: creation.concurrency });
    return node.bulk ? batching : { ...batching, maxEvents: 1 };
  },
};

function openHttp(creation: HttpCreation, node: HttpNode, ctx: DatasinkContext): OpenDatasink {
  const target = splitTarget(node.url, creation.baseUrl);
  if (target === undefined) throw new Misconfigured('CONFIG_URL_HOST', { message: addressWithoutCredentials(node.url) });
  const rest = compileText(target.rest, ctx, 'url');
  const encode = compileRecordEncoder(node, ctx);
  const headers = Object.entries({ ...creation.headers, ...node.headers }).map(([name, value]) => {
    if (!headerName.test(name) || ownHeaders.has(name.toLowerCase())) throw new Misconfigured('CONFIG_HEADER', { message: name });
    return { name, value: compileText(value, ctx, 'header') };
  });
  const withBody = node.method !== 'GET';
  const compress = withBody ? compressors[creation.compression] : undefined;
  const wrapping = wrappingOf(node);
  const rules: AnswerRules = {
    okStatuses: new Set(node.okStatuses),
    retryStatuses: new Set(node.retryStatuses),
    rejectStatuses: new Set(node.rejectStatuses),
    fixedUrl: isConstantText(target.rest),
  };
  const perItem = node.perItem && {
    items: parseItemPath(node.perItem.itemsPath),
    status: parseItemPath(node.perItem.statusPath),
    error: parseItemPath(node.perItem.errorPath ?? ''),
  };
  const { client, credentials, sent } = openHttpAccess(creation, creation.concurrency, ctx);
  const hide = (answer: string): string => sent.hide(answer);
  const targets = createTargets();
  const rowsEncoder = compileRowsEncoder(node, ctx, '');
  const fixedTarget = isConstantText(target.rest) && Object.values({ ...creation.headers, ...node.headers }).every(isConstantText);
  const targetOf = (view: BatchView, row: Row) =>
    targets.of(
      target.origin + rest(view, row),
      headers.map(({ name, value }) => [name, value(view, row)] as const),
    );

  const exchange = async (to: Target, batch: EncodedBatch, body: Buffer | undefined, signal: AbortSignal): Promise<HttpAnswer> => {
    const request = await credentials.sign({
      method: node.method,
      url: to.url,
      signal,
      // Without items to read in it, an answer counts by its status, however long it is.
      ...(perItem === undefined ? { cutAnswer: true } : {}),
      headers: {
        ...(withBody ? { 'Content-Type': node.contentType } : {}),
        ...(compress === undefined ? {} : { 'Content-Encoding': creation.compression }),
        [creation.idempotencyHeader]: batch.idempotencyKey,
        ...to.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return client.request(request);
  };

  return {
    encode: rejectingFaults((view, row, out) => {
      const record = encode(view, row);
      if (record === undefined) return out.reject('DELIVERY_NO_TEXT');
      const to = targetOf(view, row);
      if (to === undefined) return out.reject('DELIVERY_URL');
      out.text(record);
      out.commit(to.group, to.target);
    }),

    ...(rowsEncoder && fixedTarget
      ? {
          encodeRows: (view, from, to) => {
            const found = targetOf(view, view.rows[from]!);
            const rows = found && rowsEncoder.encode(view, from, to);
            return rows && { rows, group: found.group, context: found.target };
          },
        }
      : {}),

    send: async (batch, signal): Promise<SendReport> => {
      const to = batch.context as Target;
      const plain = withBody ? wrapRecords(batch, wrapping) : undefined;
      const body = plain === undefined || compress === undefined ? plain : await compress(plain);
      let answer: HttpAnswer;
      try {
        answer = await exchange(to, batch, body, signal);
        if (answer.status === 401 && credentials.renew()) answer = await exchange(to, batch, body, signal);
      } catch (error) {
        if (signal.aborted) throw new Disconnected('DELIVERY_ABORTED', {}, error);
        throw deliveryErrorOfWire(error);
      }
      const kind = classifyAnswer(answer.status, rules);
      if (kind !== 'delivered') {
        const response = hide(answer.body.toString('utf8', 0, 4096));
        const said = { status: answer.status, response, told: toldAnswer(response), retryAfter: answer.headers['retry-after'] };
        throw answerError(kind, said, batch.count, ctx.clock.now());
      }
      const rejected = perItem === undefined ? undefined : readItems(jsonOf(answer.body), perItem, batch.count, rules, hide);
      return { wireBytes: body?.length ?? 0, ...(rejected === undefined || rejected.length === 0 ? {} : { rejected }) };
    },

    close: () => {
      client.close();
      return Promise.resolve();
    },
  };
}

/** Addresses met lately, so that records of one address share their group. */
function createTargets() {
  const known = new Map<string, { readonly group: string; readonly target: Target } | undefined>();
  return {
    of(url: string, headers: readonly (readonly [string, string])[]) {
      let group = url;
      for (const [name, value] of headers) group += `\n${name}: ${value}`;
      if (known.has(group)) return known.get(group);
      const made = URL.canParse(url) && !hasDotPart(url) ? { group, target: { url, headers: Object.fromEntries(headers) } } : undefined;
      if (known.size >= 1000) known.clear();
      known.set(group, made);
      return made;
    },
  };
}

/** A part `..` of the path, written out or percent-encoded, would lead out of what the template says. */
const hasDotPart = (url: string): boolean => /^[^?#]*[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(url);

function jsonOf(body: Buffer): JsonNode | undefined {
  const parsed = parseJson(body.toString('utf8'));
  return parsed.ok ? parsed.value.node : undefined;
}
