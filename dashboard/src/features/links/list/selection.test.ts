import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  allOf,
  extendedTo,
  isSelected,
  NO_SELECTION,
  toggled,
  wasAll,
  type Selection,
} from './selection.ts';

const LISTED = ['a', 'b', 'c', 'd', 'e'];
const codesOf = (selection: Selection): string => [...selection.codes].toSorted().join('');

describe('the selection of links', () => {
  it('adds and removes links', () => {
    const one = toggled(NO_SELECTION, LISTED, 'b');
    assert.equal(codesOf(one), 'b');
    assert.ok(isSelected(one, 'b') && !isSelected(one, 'a'));
    assert.equal(codesOf(toggled(one, LISTED, 'b')), '');
  });

  it('extends from the last selected link, in both directions', () => {
    const one = toggled(NO_SELECTION, LISTED, 'c');
    assert.equal(codesOf(extendedTo(one, LISTED, 'e')), 'cde');
    assert.equal(codesOf(extendedTo(extendedTo(one, LISTED, 'e'), LISTED, 'b')), 'bcde');
    assert.equal(codesOf(extendedTo(NO_SELECTION, LISTED, 'd')), 'd');
  });

  it('extends from the link itself if the anchor is no longer listed', () => {
    assert.equal(codesOf(extendedTo({ ...NO_SELECTION, anchor: 'x' }, LISTED, 'd')), 'd');
  });

  it('of all matching links becomes one of the loaded links when one is removed', () => {
    const all: Selection = { ...NO_SELECTION, matching: true };
    assert.ok(isSelected(all, 'not loaded'));
    const less = toggled(all, LISTED, 'a');
    assert.equal(codesOf(less), 'bcde');
    assert.equal(less.matching, false);
    assert.equal(extendedTo(all, LISTED, 'a'), all);
  });

  it('can have all loaded links', () => {
    assert.equal(codesOf(allOf(LISTED)), 'abcde');
    assert.ok(wasAll(allOf(LISTED)));
    assert.ok(!wasAll(NO_SELECTION) && !wasAll(toggled(allOf(LISTED), LISTED, 'a')));
  });
});
