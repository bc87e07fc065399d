import { once } from 'node:events';
import { createServer, request as ask, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '#server/test/harness.ts';
import { loadFactor } from '#server/test/processes.ts';

/** A request that a hostile page tries to make the user's browser send. */
export interface ForgedRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string;
}

/**
 * `attack` sends a request in every way that a page can, and returns the responses that it could
 * read. `embed` shows an address in a frame. `isIsolated` opens an address and a page of its own in
 * new windows, and returns whether it lost access to the first and kept the second.
 */
const FRAME_MS = Math.round(3000 * loadFactor());
const SCRIPT = `
  const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  const loaded = (element, event = 'load') => new Promise((done) => {
    element.addEventListener(event, done, { once: true });
    element.addEventListener('error', done, { once: true });
  });
  const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
  const add = (name, attributes) => {
    const element = Object.assign(document.createElement(name), attributes);
    document.body.append(element);
    return element;
  };
  async function byFetch(request, mode, method, type) {
    try {
      const headers = type === undefined ? {} : { 'content-type': type };
      const options = { mode, method, headers, credentials: 'include', body: request.body };
      const answer = await fetch(request.address, options);
      return answer.type === 'opaque' ? undefined : answer.status + ' ' + (await answer.text());
    } catch {
      return undefined;
    }
  }
  async function byForm(request, enctype) {
    const target = 'frame' + Math.random();
    const frame = add('iframe', { name: target });
    const form = add('form', { action: request.address, method: 'post', enctype, target });
    // As text/plain, the body is the JSON with one more member.
    const name = request.body.replace(/}$/, request.body === '{}' ? '"a":"' : ',"a":"');
    form.append(Object.assign(document.createElement('input'), { name, value: '"}' }));
    const shown = loaded(frame);
    form.submit();
    // A frame does not load if the response has no body.
    await Promise.race([shown, pause(${FRAME_MS})]);
    try {
      return frame.contentDocument?.body.textContent || undefined;
    } catch {
      return undefined;
    } finally {
      frame.remove();
    }
  }
  async function attack(request) {
    navigator.sendBeacon(request.address, request.body);
    const read = await Promise.all([
      byFetch(request, 'cors', request.method, 'application/json'),
      ...TYPES.map((type) => byFetch(request, 'no-cors', 'POST', type)),
      byFetch(request, 'cors', 'POST', 'text/plain'),
      ...TYPES.map((type) => byForm(request, type)),
      loaded(add('img', { src: request.address })),
      loaded(add('script', { src: request.address })),
    ]);
    return read.filter((one) => typeof one === 'string');
  }
  const embed = (src) => add('iframe', { src });
  async function isIsolated(address) {
    const [opened, other] = [address, location.href].map((one) => window.open(one));
    for (let i = 0; i < 1200 && !opened.closed; i++) await pause(50);
    return opened.closed && !other.closed;
  }
`;

/** Starts a web server with a hostile page; returns its port. */
export async function startHostileSite(): Promise<number> {
  return listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Win a prize</title><body><p>Hello</p><script>${SCRIPT}</script>`,
    );
  });
}

/** Starts a proxy that maps host names to ports of this machine; returns its address. */
export async function startHostProxy(ports: Readonly<Record<string, number>>): Promise<string> {
  const port = await listen((request, response) => {
    const { host, pathname, search } = new URL(request.url ?? '');
    const to = ports[host];
    if (to === undefined) return void response.writeHead(502).end();
    const { method, headers } = request;
    const options = { host: '127.0.0.1', port: to, path: pathname + search, method, headers };
    const passed = ask(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    request.pipe(passed);
  });
  return `http://127.0.0.1:${port}`;
}

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
