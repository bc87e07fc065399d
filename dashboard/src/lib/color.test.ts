import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrast } from '../../../server/src/domain/app/accent.ts';
import { colorNote } from './color.ts';

describe('contrast', () => {
  it('follows WCAG', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#777777', '#777777'), 1);
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
  });

  it('determines the text color of buttons', () => {
    assert.deepEqual(colorNote('#0b6e4f'), { text: 'white', darkened: false });
    assert.deepEqual(colorNote('#ff4d4d'), { text: 'black', darkened: false });
    assert.deepEqual(colorNote('#e8590c'), { text: 'white', darkened: true });
    assert.deepEqual(colorNote('#ffd400'), { text: 'black', darkened: false });
    assert.equal(colorNote('red'), undefined);
  });
});
