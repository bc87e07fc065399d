import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tidyVisits } from './visits-draft.ts';

describe('the appearance settings', () => {
  it('are sent without empty and default values', () => {
    assert.deepEqual(
      tidyVisits({
        title: '',
        color: '#0b6e4f',
        forward_query: true,
        add_code: false,
        social: { title: '', description: 'Things' },
      }),
      { color: '#0b6e4f', add_code: false, social: { description: 'Things' } },
    );
    assert.deepEqual(tidyVisits({ social: { image: '' } }), {});
  });
});
