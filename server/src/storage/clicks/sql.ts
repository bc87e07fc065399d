import type { SqlValue } from '../database.ts';

/** A part of a statement with its parameters, which are in the order of the `?`. */
export interface Sql {
  readonly text: string;
  readonly parameters: readonly SqlValue[];
}

/** Builds SQL: other parts are inserted, values become parameters. */
export function sql(
  strings: TemplateStringsArray,
  ...values: readonly (Sql | number | string)[]
): Sql {
  let text = strings[0] ?? '';
  const parameters: SqlValue[] = [];
  for (const [index, value] of values.entries()) {
    if (typeof value === 'object') {
      text += value.text;
      parameters.push(...value.parameters);
    } else {
      text += '?';
      parameters.push(value);
    }
    text += strings[index + 1] ?? '';
  }
  return { text, parameters };
}

/** Constant SQL, such as the name of a column. */
export function constant(text: string): Sql {
  return { text, parameters: [] };
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}
