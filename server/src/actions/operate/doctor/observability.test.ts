import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig, type Environment } from '../../../config.ts';
import { examineObservability } from './observability.ts';

describe('doctor', () => {
  for (const [environment, expected] of [
    [{}, []],
    [{ LOG_LEVEL: 'silent' }, ['warning: LOG_LEVEL is silent']],
    [{ LOG_LEVEL: 'debug' }, ['hint: LOG_LEVEL is debug']],
    [{ ACCESS_LOG: 'on' }, ['ok: requests are logged']],
    [{ METRICS_TOKEN: 'a-token-of-prometheus' }, ['ok: metrics are at /metrics']],
    [{ METRICS_PORT: '9464' }, ['ok: metrics are at port 9464']],
    [{ METRICS_PORT: '9464', METRICS_HOST: '::1' }, ['ok: metrics are at port 9464']],
    [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, ['warning: everyone who reaches']],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'a-token-of-prometheus' },
      ['ok: metrics are at port 9464'],
    ],
  ] as const satisfies readonly (readonly [Environment, readonly string[]])[]) {
    it(`examines ${JSON.stringify(environment)}`, () => {
      const found = examineObservability(readConfig(environment));
      assert.equal(found.length, expected.length);
      for (const [index, { level, what, advice }] of found.entries()) {
        assert.ok(`${level}: ${what}`.startsWith(expected[index] ?? '?'), what);
        assert.equal(advice === undefined, level === 'ok');
      }
    });
  }
});
