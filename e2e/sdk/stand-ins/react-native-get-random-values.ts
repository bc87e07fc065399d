import { webcrypto } from 'node:crypto';

// All that loading it does; there is no randomUUID.
Object.assign(globalThis, {
  crypto: { getRandomValues: (bytes: Uint8Array) => webcrypto.getRandomValues(bytes) },
});
