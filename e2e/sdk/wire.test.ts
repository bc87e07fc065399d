import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '#server/test/harness.ts';
import { startProject } from './examples.ts';
import { OTHER_CODES } from './other-codes.ts';

// The compiler checks that the types of the SDK match types generated from the schemas of the
// service.

/** A schema of the service, and the type of the SDK that must match it. */
const PAIRS = [
  ['LinkRequest', 'CreateBody'],
  ['CreatedLink', 'CreateResponse'],
  ['RetrievedLink', 'RetrieveResponse'],
  ['ResolvedLink', 'ResolveResponse'],
  ['ClientApp', 'AppResponse'],
  ['RedeemRequest', 'RedeemBody'],
  ['Redemption', 'RedeemResponse'],
  ['Route', 'Route'],
  ['Metadata', 'Metadata'],
  ['MetadataValue', 'MetadataValue'],
  ['MetadataElement', 'MetadataElement'],
] as const;

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  /**
   * Refines one of several types, for example the items of an array that may also be another type.
   */
  readonly then?: Schema;
}

/** The TypeScript type of a schema. */
function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, type } = schema;
  if ($ref) return $ref.replace('#/components/schemas/', '');
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (!anyOf && type === undefined) return 'unknown';
  const all = anyOf ? anyOf.map(typeOf) : [type ?? []].flat().map((one) => typeNamed(one, schema));
  assert.notEqual(all.length, 0, `no type in ${JSON.stringify(schema)}`);
  return all.map((one) => `(${one})`).join(' | ');
}

function typeNamed(name: string, schema: Schema): string {
  switch (name) {
    case 'array':
      return `readonly (${typeOf(schema.then?.items ?? schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    case 'integer':
      return 'number';
    default:
      return name;
  }
}

function objectType({ properties, required = [], additionalProperties: rest }: Schema): string {
  if (!properties) return `{ readonly [key: string]: ${typeOf((rest ?? {}) as Schema)} }`;
  const members = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return `{ ${members.join(' ')} }`;
}

function program(schemas: Readonly<Record<string, Schema>>): string {
  const declared = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const claims = PAIRS.map(([schema, type]) => `holds<Same<Service.${schema}, Client.${type}>>();`);
  return `
    import type * as Client from '@smartlink/client';
    namespace Service { ${declared.join('\n')} }
    type Same<A, B> =
      (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
    const holds = <_ extends true>(): void => {};
    ${claims.join('\n')}
    // The SDK also accepts codes that it does not know.
    holds<Same<Omit<Service.Problem, 'code'>, Omit<Client.Problem, 'code'>>>();
    holds<Service.Problem extends Client.Problem ? true : false>();
    type Other = ${OTHER_CODES.map((code) => JSON.stringify(code)).join(' | ')};
    holds<Same<Exclude<Service.Problem['code'], Other>, keyof Client.DocumentedErrors>>();
    holds<Other extends Service.Problem['code'] ? true : false>();
    // @ts-expect-error -- or all of the above says nothing
    holds<Same<Service.Redemption, Client.ResolveResponse>>();
  `;
}

describe('requests and responses', () => {
  let schemas: Record<string, Schema>;
  before(async () => {
    const { json } = await (await startService()).request('GET', '/openapi.json');
    schemas = (json as { components: { schemas: Record<string, Schema> } }).components.schemas;
  });

  it('are the same in the schemas of the service and the types of the SDK', async () => {
    const project = startProject([{ place: 'wire', text: program(schemas) }]);
    assert.equal(await project.compile(), '');
  });
});
