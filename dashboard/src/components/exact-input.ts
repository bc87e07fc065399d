/** For addresses, codes and identifiers: a monospace input without spell checking and automatic changes. */
export const EXACT_INPUT = {
  spellCheck: false,
  autoCapitalize: 'none',
  autoComplete: 'off',
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
} as const;
