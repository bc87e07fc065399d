/** A parameter that is left out would stay in the address, so the others are undefined. */
export function parameters<Name extends string>(search: Record<string, unknown>, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, textOf(search[name])])) as {
    [name in Name]?: string;
  };
}

/** The router parses `?q=12` as a number and `?q=true` as a boolean. */
function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
