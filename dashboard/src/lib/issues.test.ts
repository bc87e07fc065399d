import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../api/problem.ts';
import {
  unassignedError,
  capitalized,
  issueAt,
  issuesOf,
  fieldIssues,
  assignIssues,
  unshownError,
} from './issues.ts';

const ISSUES = [
  { pointer: '/hosts/0', detail: 'must be a name, not an IP address' },
  { pointer: '/platforms/web/apps/0/team_id', detail: 'is too short' },
];

const refused = (...issues: [pointer: string, detail: string][]): Problem =>
  new Problem('validation_failed', 'no', {
    status: 422,
    issues: issues.map(([pointer, detail]) => ({ pointer, detail })),
  });
const OTHERS = [new Problem('internal', 'no'), new Error('x')];

describe('the issues of a response', () => {
  it('are assigned to their field', () => {
    assert.equal(issueAt(ISSUES, '/hosts/0'), 'Must be a name, not an IP address.');
    assert.equal(issueAt(ISSUES, '/platforms/web/apps'), 'Is too short.');
    assert.equal(issueAt(ISSUES, '/platforms/web/base'), undefined);
  });

  it('at `/hosts/10` do not belong to the field `/hosts/1`', () => {
    assert.equal(issueAt([{ pointer: '/hosts/10', detail: 'x' }], '/hosts/1'), undefined);
  });

  it('hide the error only if all of them have a field', () => {
    const problem = new Problem('validation_failed', 'no', { issues: ISSUES });
    assert.equal(unshownError(problem, ['/hosts', '/platforms/web']), undefined);
    assert.equal(unshownError(problem, ['/hosts']), problem);
    for (const other of OTHERS) assert.equal(unshownError(other, ['/hosts']), other);
    assert.equal(unshownError(null, []), undefined);
  });

  it('start with a capital letter unless they start with an address', () => {
    assert.equal(capitalized('must be'), 'Must be');
    assert.equal(capitalized('https://a.example is'), 'https://a.example is');
  });

  it('exist only in a problem', () => {
    assert.deepEqual(issuesOf(new Problem('validation_failed', '', { issues: ISSUES })), ISSUES);
    assert.deepEqual(issuesOf(new Error('x')), []);
  });
});

describe('issues that are assigned to fields', () => {
  const FIELDS = ['/uri', '/tags', '/metadata', '/routes/web/link', '/routes/web/fallback'];
  const assigned = (...issues: [pointer: string, detail: string][]) =>
    assignIssues(refused(...issues), FIELDS);

  it('belong to the field of their pointer, as sentences', () => {
    const { at, rest } = assigned(
      ['/uri', 'is required'],
      ['/routes/web/fallback', 'must be http(s)'],
    );
    assert.deepEqual(Object.fromEntries(at), {
      '/uri': 'Is required.',
      '/routes/web/fallback': 'Must be http(s).',
    });
    assert.equal(rest, null);
  });

  it('belong to the field that contains their location, and name the location', () => {
    const { at } = assigned(['/metadata/a~1b/0', 'must be a string'], ['/metadata', 'is too long']);
    assert.equal(at.get('/metadata'), '“a/b › 0” must be a string. Is too long.');
  });

  it('belong to the first field inside their location', () => {
    assert.equal(assigned(['/routes/web', 'is unknown']).at.get('/routes/web/link'), 'Is unknown.');
  });

  it('leave the error if an issue has no field, or if it is another kind of error', () => {
    for (const pointer of ['/other', '']) {
      const error = refused(['/uri', 'is required'], [pointer, 'is unknown']);
      assert.equal(assignIssues(error, FIELDS).rest, error);
      assert.equal(assignIssues(error, FIELDS).at.size, 1);
    }
    for (const error of [...OTHERS, null]) {
      assert.deepEqual(assignIssues(error, FIELDS), { at: new Map(), rest: error });
    }
  });
});

describe('the issues of a form', () => {
  const FIELDS = { '/name': 'name', '/password/new': 'next' };
  const LONGER = 'must be longer';

  it('are found by the names of its fields', () => {
    const error = refused(['/password/new', LONGER], ['/else', LONGER]);
    assert.deepEqual(fieldIssues(error, FIELDS), { next: 'Must be longer.' });
    assert.deepEqual(fieldIssues(new Error('x'), FIELDS), {});
  });

  it('are separate from issues without a field', () => {
    assert.equal(unassignedError(refused(['/name', LONGER]), FIELDS), null);
    for (const error of [refused(['/name', LONGER], ['/else', LONGER]), ...OTHERS, null]) {
      assert.equal(unassignedError(error, FIELDS), error);
    }
  });
});
