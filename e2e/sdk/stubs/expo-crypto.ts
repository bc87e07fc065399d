import { randomUUID as ofNode } from 'node:crypto';

/** Has the documented types of expo-crypto. */
export function randomUUID(): string {
  return ofNode();
}
