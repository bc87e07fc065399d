import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '../harness.ts';

const PROBE_EVERY_MS = 200;
const PROBE_TIMEOUT_MS = 2000;

interface Upstream {
  readonly port: number;
  readonly agent: Agent;
  isHealthy: boolean;
}

/**
 * A load balancer with only the common features: round robin over instances whose last probe of
 * `/health/live` was 200, and persistent connections. It does not know which instance stops next.
 * `retries`: a GET whose connection breaks before the response starts is sent to the next instance, as
 * nginx and Caddy do; otherwise the client gets 502.
 */
export class Balancer {
  readonly url: string;
  readonly #upstreams: readonly Upstream[];
  readonly #retries: boolean;
  #next = 0;
  #repeated = 0;
  #over = false;

  private constructor(url: string, upstreams: readonly Upstream[], retries: boolean) {
    this.url = url;
    this.#upstreams = upstreams;
    this.#retries = retries;
  }

  /** Stops with the tests of the file. */
  static async start(ports: readonly number[], retries: boolean): Promise<Balancer> {
    const server = createServer({ keepAliveTimeout: 120_000 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // Less than the 72 s after which the service closes the connection.
    const agent = (): Agent => new Agent({ keepAlive: true, timeout: 60_000 });
    const upstreams = ports.map((at) => ({ port: at, agent: agent(), isHealthy: false }));
    const balancer = new Balancer(`http://127.0.0.1:${port}`, upstreams, retries);
    server.on('request', (asked, answer) => balancer.#pass(asked, answer));
    const probing = upstreams.map((upstream) => balancer.#probe(upstream));
    afterAll(async () => {
      balancer.#over = true;
      await Promise.all(probing);
      for (const upstream of upstreams) upstream.agent.destroy();
      server.closeAllConnections();
      server.close();
    });
    return balancer;
  }

  async #probe(upstream: Upstream): Promise<void> {
    for (; !this.#over; await sleep(PROBE_EVERY_MS))
      upstream.isHealthy = await isLive(upstream.port);
  }

  /** Whether it sends requests to this port. */
  uses(port: number): boolean {
    return this.#upstreams.some((upstream) => upstream.port === port && upstream.isHealthy);
  }

  /** The number of requests that were sent to a second instance. */
  get repeated(): number {
    return this.#repeated;
  }

  #pass(
    asked: IncomingMessage,
    answer: ServerResponse,
    tried: ReadonlySet<Upstream> = new Set(),
  ): void {
    const upstream = this.#choose(tried);
    const { port, agent } = upstream;
    const { method, url, headers } = asked;
    const passed = request({ host: '127.0.0.1', port, agent, method, path: url, headers });
    passed.on('response', (got) => {
      const { connection: _, 'keep-alive': __, ...kept } = got.headers;
      answer.writeHead(got.statusCode ?? 502, kept);
      got.pipe(answer);
    });
    passed.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else if (this.#retries && tried.size + 1 < this.#upstreams.length) {
        this.#repeated++;
        this.#pass(asked, answer, new Set([...tried, upstream]));
      } else answer.writeHead(502).end();
    });
    passed.end();
  }

  #choose(tried: ReadonlySet<Upstream>): Upstream {
    const untried = this.#upstreams.filter((upstream) => !tried.has(upstream));
    const healthy = untried.filter(({ isHealthy }) => isHealthy);
    // If no instance is healthy, the probes may be wrong.
    const candidates = healthy.length > 0 ? healthy : untried;
    return candidates[this.#next++ % candidates.length] as Upstream;
  }
}

async function isLive(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`, { signal });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
