import { NoRandomnessError } from './errors.ts';
import { host } from './host.ts';

/** Returns a UUID (version 4) from the platform's cryptographic generator, never from a weaker source. */
export function randomUuid(): string {
  const { crypto = {} } = host;
  if (crypto.randomUUID) return crypto.randomUUID();
  if (!crypto.getRandomValues) {
    throw new NoRandomnessError('Pass uuid (expo-crypto) or load react-native-get-random-values');
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // The upper bits of two bytes contain version 4 and variant 10.
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1))
    .join('')
    .replace(/^.{8}|.{4}(?=.{12})/g, '$&-');
}
