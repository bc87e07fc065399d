/** For fields in which every letter counts: addresses, codes, names of programs. Nobody mends them unasked. */
export const EXACT_INPUT = {
  spellCheck: false,
  autoCapitalize: 'none',
  autoComplete: 'off',
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
} as const;
