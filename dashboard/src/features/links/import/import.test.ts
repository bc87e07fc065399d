import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../../api/problem.ts';
import type { CreatedLinks } from '../../../api/schema.ts';
import { RowError } from '../../../../../server/src/domain/text/csv-reader.ts';
import { fileRows } from './file-rows.ts';
import { failedRowsCsv } from './failed-rows.ts';
import { doubledFields, guessedMapping } from './import-fields.ts';
import { FIRST_STEP, importInSteps, type Plan, type Send, type Step } from './import-in-steps.ts';
import { issueOf, requestOf } from './import-row.ts';
import { RowConflicts } from './row-conflicts.ts';

describe('the guessed fields of columns', () => {
  it('are those with the same or a known name, each once', () => {
    for (const [header, mapping] of [
      [
        ['External ID', 'uri', 'redeem-limit', 'Clicks'],
        ['external_id', 'uri', 'redeem_limit', null],
      ],
      [
        ['Short link', 'Link', 'st', 'sd', 'si'],
        [null, 'uri', 'social_title', 'social_description', 'social_image'],
      ],
      [
        ['$marketing_title', '$canonical_url', '$og_title', '~tags'],
        ['name', 'uri', 'social_title', 'tags'],
      ],
      [
        ['link', 'long_url', 'url'],
        [null, null, 'uri'],
      ],
      [
        ['title', 'name'],
        [null, 'name'],
      ],
      [[''], [null]],
    ] as const) {
      assert.deepEqual(guessedMapping(header), mapping);
    }
    assert.deepEqual([...doubledFields(['uri', null, 'uri', null, 'name'])], ['uri']);
  });
});

describe('the request of a row', () => {
  const mapping = [
    'uri',
    'tags',
    'unique',
    'redeem_limit',
    'metadata',
    'social_title',
    null,
  ] as const;

  it('has the filled cells; metadata is unchanged', () => {
    const cells = ["'=a", 'x, y', 'TRUE', '3', '{ "n": 1.0 }', '"', 'z'];
    assert.deepEqual(requestOf(cells, mapping), {
      json: '{"uri":"=a","tags":["x","y"],"unique":true,"redeem_limit":3,"metadata":{ "n": 1.0 },"social":{"title":"\\""}}',
    });
    assert.deepEqual(requestOf(['', '["a,b"]', 'no', 'many', '', '', ''], mapping), {
      issues: [
        { field: 'unique', detail: 'must be true or false, not "no"' },
        { field: 'redeem_limit', detail: 'must be a whole number, not "many"' },
      ],
    });
  });

  it('has no end if the cell says so', () => {
    const ends = [' Never', '2099-01-01', ''].map((end) =>
      requestOf(['a', end], ['uri', 'valid_until']),
    );
    assert.deepEqual(ends, [
      { json: '{"uri":"a","valid_until":null}' },
      { json: '{"uri":"a","valid_until":"2099-01-01"}' },
      { json: '{"uri":"a"}' },
    ]);
  });

  it('is refused for broken JSON and missing values', () => {
    const issues = (cells: readonly string[]) => {
      const request = requestOf(cells, mapping);
      return 'issues' in request ? request.issues : [];
    };
    assert.equal(issues(['a', '', '', '', '{', '', ''])[0]?.field, 'metadata');
    assert.match(issues(['a'])[0]?.detail ?? '', /has 1 value, but there are 7 columns/);
    assert.match(issues(['x'.repeat(70_000), '', '', '', '', '', ''])[0]?.detail ?? '', /too long/);
  });

  it('has the columns of errors', () => {
    assert.deepEqual(issueOf('/social/title', 'x'), { field: 'social_title', detail: 'x' });
    assert.deepEqual(issueOf('/tags/3', 'x'), { field: 'tags', detail: 'x' });
    assert.deepEqual(issueOf('', 'x'), { field: '', detail: 'x' });
  });
});

const PLAN: Plan = { mapping: ['uri', 'external_id'], upsert: false, dryRun: false };

async function* rowsOf(count: number, idOf = (n: number) => String(n)) {
  yield { line: 1, row: 1, cells: ['uri', 'id'], share: 0 };
  for (let n = 0; n < count; n++) {
    yield { line: n + 2, row: n + 2, cells: [`p/${n}`, idOf(n)], share: (n + 1) / count };
  }
}

const created = (json: string): CreatedLinks => {
  const { links } = JSON.parse(json) as { links: object[] };
  const results = links.map(() => ({ status: 'created' as const, external_id: null }));
  return { created: links.length, existing: 0, updated: 0, failed: 0, results };
};

async function lastOf(steps: AsyncGenerator<Step>): Promise<Step> {
  let last = FIRST_STEP;
  for await (const step of steps) last = step;
  return last;
}

describe('the rows of a file', () => {
  it('have the share that was read, also in a small file', async () => {
    const line = (n: number) => `p/${n},Größe ${n}`;
    const lines = ['uri,name', ...Array.from({ length: 1500 }, (_, n) => line(n))];
    const shares: number[] = [];
    for await (const { row, cells, share } of fileRows(new File([lines.join('\n')], 'a.csv'))) {
      if (row > 1) assert.equal(cells.join(), line(row - 2));
      shares.push(share);
    }
    assert.equal(shares.length, 1501);
    const [share = 0] = shares.slice(500);
    assert.ok(share > 0.3 && share < 0.5, String(share));
    assert.equal(shares.at(-1), 1);
  });
});

describe('an import in steps', () => {
  it('continues where it failed, with the same request', async () => {
    const sent: [number, string][] = [];
    let fails = true;
    const send: Send = async (json, request) => {
      sent.push([request, json]);
      if (request === 2 && fails) throw new Problem('offline', 'x');
      return created(json);
    };
    let step = FIRST_STEP;
    const run = async () => {
      for await (const next of importInSteps(rowsOf(1200), PLAN, send, step)) step = next;
    };
    await assert.rejects(run, /x/);
    assert.deepEqual([step.rows, step.requests], [500, 1]);
    fails = false;
    await run();
    assert.deepEqual([step.rows, step.counts.created, step.share], [1200, 1200, 1]);
    assert.deepEqual(
      sent.map(([request]) => request),
      [1, 2, 2, 3],
    );
    assert.equal(sent[1]?.[1], sent[2]?.[1]);
  });

  it('assigns the errors of the service to rows, also those that refuse a whole request', async () => {
    let first = true;
    const send: Send = async (json) => {
      if (first) {
        first = false;
        const issues = [{ pointer: '/links/1/metadata/a', detail: 'is a duplicate key' }];
        throw new Problem('invalid_json', 'x', { issues });
      }
      const answer = created(json);
      const problem = { errors: [{ pointer: '/links/1/uri', detail: 'is wrong' }] } as never;
      return {
        ...answer,
        created: 1,
        failed: 1,
        results: answer.results.with(1, { status: 'failed', external_id: null, problem }),
      };
    };
    const { failures, counts } = await lastOf(importInSteps(rowsOf(3), PLAN, send));
    assert.deepEqual(
      failures.map(({ row, issues }) => [row, issues[0]?.field]),
      [
        [3, 'metadata'],
        [4, 'uri'],
      ],
    );
    assert.deepEqual([counts.created, counts.failed], [1, 2]);
  });

  it('finds rows that exclude each other in a dry run', async () => {
    const dry = { ...PLAN, dryRun: true };
    const same = (n: number) => (n < 2 ? 'A' : '');
    const send: Send = async (json) => created(json);
    const { failures } = await lastOf(importInSteps(rowsOf(4, same), dry, send));
    assert.deepEqual(
      failures.map(({ row }) => row),
      [3],
    );
    const upsert = await lastOf(importInSteps(rowsOf(4, same), { ...dry, upsert: true }, send));
    assert.deepEqual(upsert.failures, []);
  });

  it('finds web addresses without a scheme in a dry run', async () => {
    async function* rows() {
      yield { line: 1, row: 1, cells: ['id', 'uri'], share: 0 };
      for (let n = 2; n < 1202; n++) {
        const uri = n % 200 === 0 ? `example.com/${n}` : `products/${n}`;
        yield { line: n, row: n, cells: [n === 400 ? '200' : String(n), uri], share: n / 1201 };
      }
    }
    const plan: Plan = { ...PLAN, mapping: ['external_id', 'uri'] };
    const send: Send = async (json) => created(json);
    const { suspects, failures } = await lastOf(
      importInSteps(rows(), { ...plan, dryRun: true }, send),
    );
    assert.deepEqual(
      failures.map(({ row }) => row),
      [400],
    );
    // Not the failed row.
    assert.equal(suspects.count, 5);
    assert.deepEqual(
      suspects.first,
      [200, 600, 800, 1000, 1200].map((row) => ({ row, address: `https://example.com/${row}` })),
    );
    const all = { ...plan, upsert: true, dryRun: true };
    const { count, first } = (await lastOf(importInSteps(rows(), all, send))).suspects;
    assert.deepEqual([count, first.map(({ row }) => row)], [6, [200, 400, 600, 800, 1000]]);
    assert.equal((await lastOf(importInSteps(rows(), plan, send))).suspects.count, 0);
  });

  it('finds no conflict of rows with the same code that are about the same link', () => {
    const mapping = ['uri', 'code', 'external_id', 'unique'] as const;
    const found = (upsert: boolean, ...rows: readonly (readonly string[])[]) => {
      const conflicts = new RowConflicts({ mapping, upsert });
      return rows.flatMap((cells, row) => conflicts.of({ line: row, row, cells }));
    };
    const [one, two] = [
      ['a', 'Code', '1', ''],
      ['b', 'Code', '1', ''],
    ];
    assert.deepEqual(found(true, one, two), []);
    assert.equal(found(false, one, two).length, 2);
    assert.equal(found(true, one, ['a', 'Code', '', '']).length, 1);
    const unique = ['a', 'Code', '', 'TRUE'];
    assert.deepEqual(found(false, unique, unique), []);
    assert.equal(found(false, unique, ['b', 'Code', '', 'true']).length, 1);
    assert.equal(found(false, unique, ['a', 'Code', '', '']).length, 1);
  });

  it('ends at a row that cannot be read', async () => {
    async function* broken() {
      yield* rowsOf(2);
      throw new RowError({ line: 5, row: 4 }, 'has text after a closing quote');
    }
    const { failures, rows } = await lastOf(
      importInSteps(broken(), PLAN, async (json) => created(json)),
    );
    assert.deepEqual([failures[0]?.row, rows], [4, 3]);
  });
});

describe('the file of failed rows', () => {
  it('has the rows, protected from formulas, with their errors', () => {
    const failures = [
      {
        row: 2,
        cells: ["'=a", 'b"'],
        issues: [
          { field: 'uri', detail: 'is wrong' },
          { field: '', detail: 'x' },
        ],
      },
    ];
    assert.equal(
      failedRowsCsv(['uri', 'id'], failures).join(''),
      '\uFEFFuri,id,error\r\n\'=a,"b""",uri is wrong; x\r\n',
    );
  });

  it('has the cells beyond the header, with the errors last', () => {
    const issues = [{ field: '', detail: 'x' }];
    const failures = [
      { row: 2, cells: ['a', 'b', 'c', 'd'], issues },
      { row: 3, cells: ['e'], issues },
    ];
    assert.equal(
      failedRowsCsv(['uri', 'id'], failures).join(''),
      '\uFEFFuri,id,,,error\r\na,b,c,d,x\r\ne,,,,x\r\n',
    );
  });
});
