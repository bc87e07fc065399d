import { webcrypto } from 'node:crypto';

// The real package adds only this function, and no `randomUUID`.
Object.assign(globalThis, {
  crypto: { getRandomValues: (bytes: Uint8Array) => webcrypto.getRandomValues(bytes) },
});
