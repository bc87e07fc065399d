import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '../harness.ts';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  /** The spans by the process that sent them. */
  readonly instances: ReadonlyMap<unknown, readonly Span[]>;
  /** The bodies of the requests. */
  readonly texts: readonly string[];
  /** Their header `api-key`. */
  readonly headers: readonly unknown[];
}

/** A collector for OTLP over HTTP with JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const instances = new Map<unknown, Span[]>();
  const texts: string[] = [];
  const headers: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces');
      assert.equal(request.headers['content-type'], 'application/json');
      headers.push(request.headers['api-key']);
      texts.push(text);
      for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
        const sent = scopeSpans.flatMap((scope) => scope.spans);
        const instance = valueOf(resource, 'service.instance.id');
        instances.set(instance, [...(instances.get(instance) ?? []), ...sent]);
        spans.push(...sent);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, instances, texts, headers };
}

export function valueOf({ attributes }: Pick<Span, 'attributes'>, name: string): unknown {
  return Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
}
