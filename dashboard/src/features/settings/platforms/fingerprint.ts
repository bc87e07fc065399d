/** Fingerprints of certificates, as pasted and as the service requires them. */

const BYTES = 32;
const SHA_1_BYTES = 20;

type Fingerprint =
  { readonly kind: 'good'; readonly text: string } | { readonly kind: 'sha1' | 'bad' };

/**
 * Parses a pasted fingerprint: upper or lower case, with colons, hyphens, spaces or nothing between the bytes,
 * with or without a `SHA256:` prefix.
 */
export function readFingerprint(line: string): Fingerprint {
  const digits = line
    .replace(/^[^:]*[g-z][^:]*:/i, '')
    .replace(/[\s:-]/g, '')
    .toUpperCase();
  if (!/^[0-9A-F]+$/.test(digits)) return { kind: 'bad' };
  if (digits.length === 2 * SHA_1_BYTES) return { kind: 'sha1' };
  if (digits.length !== 2 * BYTES) return { kind: 'bad' };
  return { kind: 'good', text: (digits.match(/../g) ?? []).join(':') };
}

/** The lines of a field with normalized fingerprints; lines that are not fingerprints stay unchanged. */
export function readFingerprints(lines: string): readonly string[] {
  return lines
    .split(/\n|,/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const read = readFingerprint(line);
      return read.kind === 'good' ? read.text : line;
    });
}
