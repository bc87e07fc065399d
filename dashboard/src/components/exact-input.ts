/** Input props for addresses, codes and identifiers: monospace, without spell checking and automatic changes. */
export const EXACT_INPUT = {
  spellCheck: false,
  autoCapitalize: 'none',
  autoComplete: 'off',
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
} as const;
