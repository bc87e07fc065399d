import type { CustomFetchOptions } from 'openid-client';

/** The time limit for one response of a provider, until its last byte, in seconds. */
export const TIMEOUT_SECONDS = 5;
/** The maximum size of a response; real ones are much smaller. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** The provider does not respond, or its response is invalid. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * Sends a request to the provider with limits on time and size.
 * @throws `ProviderUnavailable`
 */
export async function fetchBounded(url: string, options: CustomFetchOptions): Promise<Response> {
  const { signal, ...rest } = options;
  try {
    const response = await fetch(url, { ...rest, ...(signal ? { signal } : {}) } as RequestInit);
    const body = await readBounded(response);
    if (response.status >= 500) throw new ProviderUnavailable(`the response is ${response.status}`);
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    throw new ProviderUnavailable('the request failed', { cause: error });
  }
}

/** Reads the whole body; null if there is none. */
async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new ProviderUnavailable('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
