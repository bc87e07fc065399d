import { once } from 'node:events';
import { createServer, request as ask, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '#server/test/harness.ts';

/** A request that a hostile page would like somebody else's browser to send. */
export interface Wish {
  readonly method: string;
  readonly address: string;
  readonly body: string;
}

/**
 * What its pages can do: `attack` sends a wish in every way that a page has, and returns what it could
 * read of the answers; `frame` shows an address in a frame; `loses` opens one in a window, another one
 * with a page of its own, and says whether it has hold of that one alone.
 */
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
  async function byFetch(wish, mode, method, type) {
    try {
      const headers = type === undefined ? {} : { 'content-type': type };
      const options = { mode, method, headers, credentials: 'include', body: wish.body };
      const answer = await fetch(wish.address, options);
      return answer.type === 'opaque' ? undefined : answer.status + ' ' + (await answer.text());
    } catch {
      return undefined;
    }
  }
  async function byForm(wish, enctype) {
    const target = 'frame' + Math.random();
    const frame = add('iframe', { name: target });
    const form = add('form', { action: wish.address, method: 'post', enctype, target });
    // As text it is the JSON itself, but for a member behind it.
    const name = wish.body.replace(/}$/, wish.body === '{}' ? '"a":"' : ',"a":"');
    form.append(Object.assign(document.createElement('input'), { name, value: '"}' }));
    const shown = loaded(frame);
    form.submit();
    // An answer without a body shows nothing.
    await Promise.race([shown, pause(3000)]);
    try {
      return frame.contentDocument?.body.textContent || undefined;
    } catch {
      return undefined;
    } finally {
      frame.remove();
    }
  }
  async function attack(wish) {
    navigator.sendBeacon(wish.address, wish.body);
    const read = await Promise.all([
      byFetch(wish, 'cors', wish.method, 'application/json'),
      ...TYPES.map((type) => byFetch(wish, 'no-cors', 'POST', type)),
      byFetch(wish, 'cors', 'POST', 'text/plain'),
      ...TYPES.map((type) => byForm(wish, type)),
      loaded(add('img', { src: wish.address })),
      loaded(add('script', { src: wish.address })),
    ]);
    return read.filter((one) => typeof one === 'string');
  }
  const frame = (src) => add('iframe', { src });
  async function loses(address) {
    const [opened, other] = [address, location.href].map((one) => window.open(one));
    for (let i = 0; i < 200 && !opened.closed; i++) await pause(50);
    return opened.closed && !other.closed;
  }
`;

/** A web server of somebody who wishes no good; its port. */
export async function startHostileSite(): Promise<number> {
  return listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Win a prize</title><body><p>Hello</p><script>${SCRIPT}</script>`,
    );
  });
}

/** A proxy by which a browser finds each of these hosts on a port of this machine. */
export async function startNames(ports: Readonly<Record<string, number>>): Promise<string> {
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
