import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { PROBLEMS, type ProblemCode } from '#server/src/problems.ts';
import { ROOT, startService } from '#server/test/harness.ts';
import { readPage } from './markdown.ts';
import { GENERATED_PART, withGenerated } from './generated.ts';

// docs/guides/api.md lists the errors of each endpoint: exactly those in /openapi.json.

const PAGE = 'docs/guides/api.md';
const HOW = 'run: UPDATE_DOCS=1 npm test -- docs/api-errors';

interface Responses {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, Content> }>>;
}
interface Content {
  readonly schema?: { readonly allOf?: readonly { properties?: { code?: { enum?: string[] } } }[] };
}

/** The error codes of each operation in /openapi.json, by method and path. */
async function documentedCodes(): Promise<Map<string, readonly string[]>> {
  const { json } = await (await startService()).request('GET', '/openapi.json');
  const paths = (json as { paths: Record<string, Record<string, Responses>> }).paths;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const codes = Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
        const schema = content['application/problem+json']?.schema;
        const named = schema?.allOf?.flatMap((part) => part.properties?.code?.enum ?? []) ?? [];
        for (const code of named) {
          const known = PROBLEMS[code as ProblemCode].status;
          assert.equal(known, Number(status), `${method} ${path} has ${code} under ${status}`);
        }
        if (Number(status) >= 400)
          assert.ok(named.length > 0, `${method} ${path}: no code in ${status}`);
        return named;
      });
      return [`${method.toUpperCase()} ${path}`, inOrder(codes)] as const;
    }),
  );
  return new Map(operations);
}

const ALL = Object.keys(PROBLEMS);

function inOrder(codes: readonly string[]): string[] {
  return ALL.filter((code) => codes.includes(code));
}

function written(operations: ReadonlyMap<string, readonly string[]>): string {
  const common = ALL.filter((code) => [...operations.values()].every((all) => all.includes(code)));
  const list = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');
  const endpoints = [...operations].map(([name, codes]) => {
    const own = codes.filter((code) => !common.includes(code));
    return `- \`${name}\`: ${own.length > 0 ? list(own) : 'no others'}`;
  });
  const remedies = Object.entries(PROBLEMS).map(
    ([code, { status, remedy }]) => `- [\`${code}\`](../errors.md#${code}), ${status}: ${remedy}`,
  );
  return [
    `Every endpoint can return ${list(common)}. In addition:`,
    endpoints.join('\n'),
    'What to do about each:',
    remedies.join('\n'),
  ].join('\n\n');
}

/** The endpoints and their error codes, as the page lists them. */
function listed(text: string): Map<string, readonly string[]> {
  const codesIn = (part: string): string[] =>
    [...part.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
  const common = codesIn(/^Every endpoint can return (.*)$/m.exec(text)?.[1] ?? '');
  return new Map(
    [...text.matchAll(/^- `([A-Z]+ [^`]+)`: (.*)$/gm)].map(([, name = '', codes = '']) => [
      name,
      inOrder([...common, ...codesIn(codes)]),
    ]),
  );
}

describe('the errors of each endpoint in docs/guides/api.md', () => {
  let documented: Map<string, readonly string[]>;
  let text: string;
  before(async () => {
    documented = await documentedCodes();
    const page = readPage(PAGE).lines.join('\n');
    text = GENERATED_PART.exec(page)?.[1] ?? assert.fail(`${PAGE} has no generated part`);
    if (process.env.UPDATE_DOCS !== '1') return;
    const generated = written(documented);
    writeFileSync(join(ROOT, PAGE), withGenerated(page, generated));
    text = generated;
  });

  it('match /openapi.json', () => {
    const found = listed(text);
    const names = new Set([...documented.keys(), ...found.keys()]);
    const different = [...names].flatMap((name) => {
      const wanted = documented.get(name);
      const has = found.get(name);
      if (!has) return [`${name} is not listed`];
      if (!wanted) return [`${name} is listed and does not exist`];
      return [
        ...wanted.filter((code) => !has.includes(code)).map((code) => `${name} lacks ${code}`),
        ...has
          .filter((code) => !wanted.includes(code))
          .map((code) => `${name} lists ${code}, which /openapi.json does not`),
      ];
    });
    assert.deepEqual(different, [], `${PAGE} and /openapi.json differ; ${HOW}`);
  });

  it('are all explained, with a remedy', () => {
    const explained = [
      ...text.matchAll(/^- \[`(\w+)`\]\(\.\.\/errors\.md#(\w+)\), (\d+): (.*)$/gm),
    ];
    const wanted = Object.entries(PROBLEMS).map(([code, { status, remedy }]) => [
      code,
      code,
      String(status),
      remedy,
    ]);
    const shown = explained.map(([, ...parts]) => parts);
    assert.deepEqual(shown, wanted, `${PAGE} and the errors of the service differ; ${HOW}`);
  });
});
