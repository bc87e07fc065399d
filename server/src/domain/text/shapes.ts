import {
  Type,
  type Static,
  type TInteger,
  type TNull,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TString,
  type TStringOptions,
  type TUnion,
  type TUnsafe,
} from 'typebox';
import { MAX_LINK_LENGTH, MAX_URI_LENGTH } from './uri.ts';

/** A JSON object that has no members besides these. */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** The same as a component of the OpenAPI document, with a name that is unique there. */
export function component<Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return closedObject(properties, { $id: name, ...options });
}

/** A text that is not empty and has the length of a URI that can be sent. */
export function uriText(description: string): TString {
  return Type.String({ minLength: 1, maxLength: MAX_URI_LENGTH, description });
}

/** The link in a request of the SDK: its code or its address. */
export const SmartlinkSchema = Type.String({
  minLength: 1,
  maxLength: MAX_LINK_LENGTH,
  description:
    'The code of the link, or its complete address. `utm_campaign`, `utm_source` and `utm_medium` in its query are counted.',
});

const PATTERN_RULES = new Map<string, string>();

/** A text that matches a pattern. `rule` replaces the pattern in errors, after "the field …". */
export function patternText(
  pattern: string,
  rule: string,
  options: Omit<TStringOptions, 'pattern'>,
): TString {
  const known = PATTERN_RULES.get(pattern) ?? rule;
  // Errors name only the pattern.
  if (known !== rule) throw new Error(`${pattern} has two rules: "${known}" and "${rule}"`);
  PATTERN_RULES.set(pattern, rule);
  return Type.String({ pattern, ...options });
}

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The id of a request, which the client creates. */
export function uuidText(description: string): TString {
  const rule = 'must be a new UUID, in the form of "0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11"';
  return patternText(UUID, rule, { description });
}

const UUID_FORMAT = new RegExp(UUID);

export function isUuid(text: string): boolean {
  return UUID_FORMAT.test(text);
}

/** What a text must be to match a pattern of `patternText`. */
export function patternRule(pattern: string): string {
  return PATTERN_RULES.get(pattern) ?? `must match ${pattern}`;
}

/** A number of something. */
export function count(description: string): TInteger {
  return Type.Integer({ minimum: 0, description });
}

/** A reference to a component. */
export function refTo<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema>> {
  const { $id } = schema as { readonly $id?: string };
  return Type.Unsafe<Static<Schema>>({ $ref: `${$id}#` });
}

/** A value of this schema, or null. */
export function nullable<Schema extends TSchema>(
  schema: Schema,
  description?: string,
): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}
