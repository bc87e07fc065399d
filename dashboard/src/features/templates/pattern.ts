/** Splits patterns such as `products/:id` for display only; the service does the matching. */

interface PatternPart {
  readonly kind: 'fixed' | 'one' | 'rest';
  /** As written in the pattern: `products`, `:id`, `*rest`. */
  readonly text: string;
}

const NAME = /^[:*][A-Za-z_]\w*$/;

/** The segments of a pattern from left to right. An incomplete parameter counts as fixed text. */
export function partsOf(pattern: string): readonly PatternPart[] {
  return pattern
    .replace(/^\/|\/$/g, '')
    .split('/')
    .filter((text) => text !== '')
    .map((text) => {
      if (!NAME.test(text)) return { kind: 'fixed', text };
      return { kind: text.startsWith('*') ? 'rest' : 'one', text };
    });
}

/** The parameters of a pattern: `:id`, `*rest`. */
export function namesIn(pattern: string): readonly PatternPart[] {
  return partsOf(pattern).filter(({ kind }) => kind !== 'fixed');
}

const NUMBER = /(?:^|_)(?:id|nr|no|num|number|page)$/i;

/** An example of a URI that the pattern matches: `products/5`. */
export function exampleUri(pattern: string): string {
  return partsOf(pattern)
    .map(({ kind, text }) => {
      if (kind === 'fixed') return text;
      const name = text.slice(1);
      if (kind === 'rest') return `${name}/more`;
      return NUMBER.test(name) ? '5' : name;
    })
    .join('/');
}

/** A unique template name, made from the first fixed segment of the pattern. */
export function nameFor(pattern: string, taken: readonly string[]): string {
  const fixed = partsOf(pattern).find(({ kind }) => kind === 'fixed')?.text ?? 'template';
  const name =
    fixed
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'template';
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) {
    if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
  }
}
