import assert from 'node:assert/strict';
import { openClient, type Sent } from '../fuzz/client.ts';
import { Contract, type ApiDocument } from '../fuzz/contract.ts';
import { afterAll, startService } from '../harness.ts';

/** A domain of the app. */
export const HOST = 'go.shop.example';
/** The header of a request with a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' };

/** A started service, raw connections to it, its OpenAPI document, and requests with its tokens. */
export async function openApi() {
  // Nothing listens on this port, so the check of a host sends nothing to the network.
  const service = await startService({ DNS_SERVERS: '127.0.0.1:1' });
  await service.request('PATCH', '/manage/v1/app', { body: { hosts: [HOST] } });
  const client = openClient(service.url, 4);
  afterAll(() => client.close());
  const { json: document } = await service.request('GET', '/openapi.json');
  const authorized = (kind: 'server' | 'web' = 'server') => ({
    authorization: `Token ${service.owner.tokens[kind]}`,
  });
  /** A request to the management API, with the server token. */
  const manage = (
    method: string,
    path: string,
    body?: string,
    more: Sent['headers'] = {},
  ): Sent => ({
    method,
    path: `/manage/v1/${path}`,
    headers: { ...authorized(), ...(body === undefined ? {} : JSON_BODY), ...more },
    body,
  });
  return { service, client, contract: new Contract(document as ApiDocument), authorized, manage };
}
export type Api = Awaited<ReturnType<typeof openApi>>;

/** Every operation of the document, with the template of its path. */
export function operationsOf({ document }: Contract) {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({ template, method, operation })),
  );
}

/** Sends requests in order. Each response must have the expected status and match the document. */
export async function assertResponses(
  { client, contract }: Api,
  expected: readonly (readonly [status: number, sent: Sent])[],
): Promise<void> {
  for (const [status, sent] of expected) {
    const got = await client.send(sent);
    const where = `${sent.method} ${sent.path} ${String(sent.body).slice(0, 40)}`;
    assert.equal(got.status, status, where);
    // The path cannot always be decoded, so the template has a default.
    const template = contract.template(sent.path) ?? '/v2/smartlinks/{code}';
    assert.equal(contract.issue(template, sent, got), undefined, where);
  }
}
