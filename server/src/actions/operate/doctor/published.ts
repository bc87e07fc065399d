import type { Finding } from './finding.ts';

const TIMEOUT_MS = 5000;

/** A file that is there as a phone wants it. */
export interface Published {
  readonly json: unknown;
}

/**
 * Fetches a JSON file the way that Apple's and Google's servers do: no redirect, a certificate that
 * everybody trusts, the right type. Returns what is wrong instead. Ends within seconds, and without a
 * network as well: that nothing answers here does not mean that nothing answers elsewhere.
 */
export async function published(url: string, maxBytes: number): Promise<Published | Finding> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { redirect: 'manual', signal });
    const refused = judgeHead(url, response);
    const bytes = refused ? undefined : await read(response, maxBytes);
    if (refused || !bytes) {
      // What is not read would hold the connection.
      await response.body?.cancel().catch(() => undefined);
      return refused ?? tooLarge(url, maxBytes);
    }
    return parse(url, bytes);
  } catch (error) {
    return noAnswer(url, error);
  }
}

function judgeHead(url: string, { status, headers }: Response): Finding | undefined {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    return {
      level: 'error',
      what: `${url} redirects to ${location} (${status}), which phones do not follow`,
      advice:
        'let the proxy pass this path on before its rules for http, www, slashes or log-ins apply',
    };
  }
  if (status !== 200) {
    return { level: 'error', what: `${url} answers ${status}`, advice: adviceFor(status) };
  }
  const type = headers.get('content-type') ?? 'no type';
  if (/^application\/json\s*(?:;|$)/i.test(type)) return undefined;
  return {
    level: 'error',
    what: `${url} comes as ${type}, not as application/json`,
    advice:
      'pass the path on to the service, which sends the right type; or the proxy changes it on the way',
  };
}

function adviceFor(status: number): string {
  if (status === 404) {
    return 'pass the path on to the service (a rule for certificates needs no more than /.well-known/acme-challenge), with the Host header that the visitor sent';
  }
  if (status === 401 || status === 403 || status === 429) {
    return 'take this path out of log-ins, bot protection and limits: those who ask are the servers of Apple and Google';
  }
  return 'see whether the service runs, and what the proxy writes into its log';
}

/** The body; undefined where it is longer than `maxBytes`. */
async function read({ body }: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(url: string, maxBytes: number): Finding {
  return {
    level: 'error',
    what: `${url} is larger than ${maxBytes / 1024} KB, so it is not read`,
    advice: 'publish the links of some apps under a host of their own',
  };
}

function parse(url: string, bytes: Buffer): Published | Finding {
  try {
    return { json: JSON.parse(bytes.toString('utf8')) as unknown };
  } catch {
    return {
      level: 'error',
      what: `${url} is not JSON`,
      advice: 'something in front has a file of its own at this path: let the service answer',
    };
  }
}

const CERTIFICATE = /CERT|SIGNATURE|ALTNAME/;

function noAnswer(url: string, error: unknown): Finding {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? cause.code : String(name);
  if (CERTIFICATE.test(code)) {
    return {
      level: 'error',
      what: `${url} has a certificate that phones do not trust (${code})`,
      advice:
        'get one of a public authority for this host name, and let the proxy send the whole chain',
    };
  }
  const reason = name === 'TimeoutError' ? `within ${TIMEOUT_MS / 1000} s` : `(${code})`;
  return {
    level: 'warning',
    what: `${url} could not be asked: no answer here ${reason}`,
    advice: `check the DNS entry and the firewall; where this machine cannot reach its own public address, ask from another: curl -i ${url}`,
  };
}
