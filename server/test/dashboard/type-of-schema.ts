/** As much of JSON schema as `/openapi.json` uses and a type can say. */
export interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

/** A schema as a type of TypeScript; those it refers to go by their names. */
export function typeOfSchema(schema: Schema): string {
  const { $ref: ref, type, anyOf, enum: values } = schema;
  if (ref !== undefined) return ref.slice(ref.lastIndexOf('/') + 1);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOfSchema).join(' | ');
  if (type === undefined) return 'unknown';
  return (typeof type === 'string' ? [type] : type).map((one) => typeOf(one, schema)).join(' | ');
}

function typeOf(type: string, schema: Schema): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `readonly (${typeOfSchema(schema.items ?? {})})[]`;
  if (type !== 'object') return type;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOfSchema(field)}`,
  );
  if (others === undefined || others === false) return `{ ${fields.join('; ')} }`;
  const open = others === true ? 'unknown' : typeOfSchema(others);
  return [
    `{ [name: string]: ${open} }`,
    ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []),
  ].join(' & ');
}
