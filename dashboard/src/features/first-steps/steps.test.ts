import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SetupProgress } from '../../api/types.ts';
import { isComplete, stepsFor } from './steps.ts';

const NEW: SetupProgress = {
  base: false,
  domain: false,
  association: false,
  newest_link: null,
  phone_visit: false,
};
const LINK = { code: 'Sale26', smartlink: 'https://go.shop.example/Sale26' };
const ALL: SetupProgress = {
  base: true,
  domain: true,
  association: true,
  newest_link: LINK,
  phone_visit: true,
};
const OWNER = { mayConfigure: true, mayCreate: true, hasTested: false };
const EDITOR = { ...OWNER, mayConfigure: false };
const VIEWER = { ...EDITOR, mayCreate: false };

function named(progress: SetupProgress, person: typeof OWNER): string {
  return stepsFor(progress, person)
    .map(({ name, isDone }) => (isDone ? `${name}+` : name))
    .join(' ');
}

describe('the first steps', () => {
  it('are those that the role allows', () => {
    assert.equal(named(NEW, OWNER), 'base domain association link phone');
    assert.equal(named(NEW, EDITOR), 'link phone');
    assert.equal(named(NEW, VIEWER), '');
    assert.equal(named({ ...NEW, newest_link: LINK }, VIEWER), 'phone');
  });

  it('are complete when all are done', () => {
    for (const person of [OWNER, EDITOR, VIEWER]) {
      assert.equal(isComplete(stepsFor(ALL, person)), true);
    }
    assert.equal(named({ ...ALL, domain: false }, OWNER), 'base+ domain association+ link+ phone+');
    assert.equal(isComplete(stepsFor({ ...ALL, domain: false }, OWNER)), false);
  });

  it('name no mobile apps for a website alone', () => {
    assert.equal(named({ ...ALL, association: null }, OWNER), 'base+ domain+ link+ phone+');
  });

  it('can be marked as done only without recorded visits', () => {
    const tested = { ...VIEWER, hasTested: true };
    assert.equal(named({ ...ALL, phone_visit: null }, VIEWER), 'phone');
    assert.equal(named({ ...ALL, phone_visit: null }, tested), 'phone+');
    assert.equal(named({ ...ALL, phone_visit: false }, tested), 'phone');
  });
});
