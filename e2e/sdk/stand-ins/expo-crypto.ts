import { randomUUID as ofNode } from 'node:crypto';

/** As documented for expo-crypto. */
export function randomUUID(): string {
  return ofNode();
}
