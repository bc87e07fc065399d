import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiDocument } from '../fuzz/contract.ts';
import { SHOP } from '../harness.ts';
import { CALLS, titleOf, type Call, type Takes } from '../manage/calls.ts';
import { openScene, type Scene } from '../manage/scene.ts';

/** A caller with permission for each requirement of a call with a body. */
const CALLER: Partial<Record<Takes, string>> = {
  person: 'owner',
  member: 'owner',
  founder: 'owner',
  page: 'nobody',
  device: 'device',
};

/** Values without a text or with a wrong length: code that uses one before its type is checked throws an error. */
const ODD: readonly unknown[] = [
  { toString: '', valueOf: '', toJSON: '', length: -1, map: 1, trim: 1, includes: 1 },
  [{ toString: null, valueOf: null }],
];
const MAX_DEPTH = 4;

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The paths of all members that a schema names, such as `['routes', 'web', 'link']`. */
function membersOf(
  schema: Schema,
  document: ApiDocument,
  path: readonly string[] = [],
): string[][] {
  if (path.length > MAX_DEPTH) return [];
  const name = schema.$ref?.split('/').at(-1);
  const real = name === undefined ? schema : (document.components.schemas[name] as Schema);
  const inside = (of: Schema | undefined, ...more: string[]): string[][] =>
    of === undefined ? [] : membersOf(of, document, [...path, ...more]);
  const { additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = real;
  const found = [
    ...(path.length === 0 ? [] : [[...path]]),
    ...Object.entries(real.properties ?? {}).flatMap(([member, of]) => inside(of, member)),
    ...inside(typeof others === 'object' ? others : undefined, 'any'),
    ...inside(real.items, '0'),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((of) => inside(of)),
  ];
  return [...new Map(found.map((one) => [one.join('/'), one])).values()];
}

/** A copy of a body in which the member at `path` is `value`. */
function withMember(body: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (first === '0') return [withMember(Array.isArray(body) ? body[0] : undefined, rest, value)];
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  return { ...members, [first]: withMember(members[first], rest, value) };
}

const WITH_BODY = [
  ...new Map(
    CALLS.filter(({ body }) => body !== undefined).map((call) => [titleOf(call), call]),
  ).values(),
];

describe('odd values in the bodies of requests', () => {
  let scene: Scene;
  let document: ApiDocument;
  before(async () => {
    scene = await openScene();
    await scene.service.apply(SHOP);
    document = (await scene.service.request('GET', '/openapi.json')).json;
  });

  const schemaOf = ({ method, path }: Call): Schema => {
    const operation = document.paths[path.replace(/\?.*/, '')]?.[method.toLowerCase()];
    const content = operation?.requestBody?.content['application/json'] as { schema: Schema };
    return content.schema;
  };

  for (const call of WITH_BODY) {
    test(`${titleOf(call)} fails for none`, async () => {
      const members = membersOf(schemaOf(call), document);
      assert.ok(members.length > 0);
      const headers = await scene.headersOf(CALLER[call.takes] ?? 'server');
      const body = typeof call.body === 'function' ? await call.body(scene) : call.body;
      const path = await scene.filled(call.path);
      for (const member of members) {
        for (const value of ODD) {
          const { status, text } = await scene.service.request(call.method, path, {
            token: undefined,
            headers,
            body: withMember(body, member, value),
          });
          const what = `/${member.join('/')}: ${JSON.stringify(value)}: ${status} ${text.slice(0, 300)}`;
          assert.ok(status < 500, what);
        }
      }
    });
  }
});
