/** The parts of JSON Schema that `/openapi.json` uses and that a TypeScript type can express. */
interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = ['get', 'post', 'patch', 'delete'];
const BASE = '/manage/v1/';

/**
 * Returns TypeScript types for the management API: one per used schema, and `Api` by path and
 * method.
 */
export function apiTypes({ paths, components }: OpenApi): string {
  const used = new Set<string>();
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(BASE))
    .map(([path, methods]) => {
      const types = METHODS.filter((method) => methods[method] !== undefined).map(
        (method) => `${method.toUpperCase()}: ${operationType(methods[method]!, used)};`,
      );
      return `'${path.slice(BASE.length)}': { ${types.join(' ')} };`;
    });
  const schemas: string[] = [];
  // The set grows during the loop, because a schema can use other schemas.
  for (const name of used) {
    schemas.push(`export type ${name} = ${typeOf(components.schemas[name] ?? {}, used)};`);
  }
  return [
    '// Generated from /openapi.json by `UPDATE_DOCS=1 npm test -- dashboard/api-schema`. Do not edit.',
    '',
    ...schemas,
    '',
    '/** The operations of the management API: what each takes and returns. */',
    `export interface Api { ${operations.join('\n')} }`,
  ].join('\n');
}

function operationType({ parameters = [], requestBody, responses }: Operation, used: Set<string>) {
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => `'${name}'`);
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const body = jsonType(requestBody?.content, used);
  return `{ query: ${query.join(' | ') || 'never'}; body: ${body}; data: ${jsonType(done?.content, used)} }`;
}

function jsonType(content: Content | undefined, used: Set<string>): string {
  const schema = content?.['application/json']?.schema;
  return schema === undefined ? 'undefined' : typeOf(schema, used);
}

function typeOf(schema: Schema, used: Set<string>): string {
  const { $ref: ref, type, anyOf, enum: values } = schema;
  if (ref !== undefined) {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    used.add(name);
    return name;
  }
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, used)).join(' | ');
  if (type === undefined) return 'unknown';
  return (typeof type === 'string' ? [type] : type)
    .map((one) => plainType(one, schema, used))
    .join(' | ');
}

function plainType(type: string, schema: Schema, used: Set<string>): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {}, used)})[]`;
  if (type !== 'object') return type;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, used)}`,
  );
  if (others === undefined || others === false) return `{ ${fields.join('; ')} }`;
  const open = others === true ? 'unknown' : typeOf(others, used);
  return [
    `{ readonly [name: string]: ${open} }`,
    ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []),
  ].join(' & ');
}
