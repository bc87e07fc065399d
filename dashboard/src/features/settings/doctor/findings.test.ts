import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Finding } from '../../../api/types.ts';
import { byLevel, findingsAt, settingOf } from './findings.ts';

function finding(level: string, where: string): Finding {
  return { level: level as Finding['level'], where, what: `${level} ${where}`, fix: null };
}
const ALL = [
  finding('ok', ''),
  finding('warning', '/platforms/iphone/base'),
  finding('error', '/hosts/1'),
  finding('ok', '/hosts/10'),
  finding('warning', '/platforms/iphone'),
];

describe('findings of the doctor', () => {
  it('are grouped by level, most severe first', () => {
    assert.deepEqual(
      byLevel(ALL).map(({ level, findings }) => [level, findings.length]),
      [
        ['error', 1],
        ['warning', 2],
        ['ok', 2],
      ],
    );
  });

  it('are assigned to locations', () => {
    assert.equal(findingsAt(ALL, '/platforms/iphone', false).length, 1);
    assert.equal(findingsAt(ALL, '/platforms/iphone', true).length, 2);
    assert.equal(findingsAt(ALL, '/hosts/10', false).length, 0);
  });

  it('link to the page where they can be fixed', () => {
    assert.deepEqual(settingOf(finding('error', '/hosts/0')), { page: 'hosts' });
    assert.deepEqual(settingOf(finding('error', '/visits/icon')), { page: 'look' });
    assert.deepEqual(settingOf(finding('error', '/templates/product')), {
      page: 'template',
      name: 'product',
    });
    assert.equal(settingOf(finding('error', '')), undefined);
  });
});
