/** A random key, for example for a request that must not be done twice. `crypto.randomUUID` exists only on https. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
