import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { programName } from './program-name.ts';

describe('the name of the program in advice', () => {
  const cases = [
    ['installed globally', {}, false, 'smartlink'],
    ['started by another npm script', { npm_command: 'run-script' }, false, 'smartlink'],
    ['started by npx', { npm_command: 'exec' }, false, 'npx smartlink'],
    ['in a checkout', {}, true, 'npx smartlink'],
  ] as const;
  for (const [when, environment, isCheckout, name] of cases) {
    it(`${when}: ${name}`, () => assert.equal(programName(environment, isCheckout), name));
  }
});
