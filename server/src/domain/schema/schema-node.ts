import type { JsonType } from '../text/json-value.ts';

/** Limits of a number or a length; undefined: none. */
export interface Bounds {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** A schema that was read: what values must fulfil. */
export interface SchemaNode {
  /** Undefined: all types. */
  readonly types: readonly JsonType[] | undefined;
  /** The canonical text of the values of `enum` and of `const`; each set must contain the value. */
  readonly allowed: readonly ReadonlySet<string>[];
  readonly range: Bounds;
  readonly exclusiveRange: Bounds;
  readonly multipleOf: number | undefined;
  readonly length: Bounds;
  readonly entries: Bounds;
  readonly uniqueItems: boolean;
  readonly items: SubSchema;
  readonly keys: Bounds;
  readonly required: readonly string[];
  // A map: a key can be `__proto__`.
  readonly properties: ReadonlyMap<string, SubSchema>;
  readonly additionalProperties: SubSchema;
}

/** What a part of a value must fulfil. `false`: it must not exist; undefined: it can be anything. */
export type SubSchema = SchemaNode | false | undefined;
