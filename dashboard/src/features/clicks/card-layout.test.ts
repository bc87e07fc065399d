import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cardLayout } from './card-layout.ts';
import type { Dimension } from './clicks-parameters.ts';

it('fills three columns with cards, whatever is shown', () => {
  for (const hidden of [[], ['kind'], ['country'], ['kind', 'country']] as Dimension[][]) {
    for (const after of [0, 1, 2, 4]) {
      let column = after % 3;
      for (const { wide } of cardLayout(hidden, after)) {
        const width = wide ? 2 : 1;
        assert.ok(column + width <= 3, `${hidden.join()} ${after}`);
        column = (column + width) % 3;
      }
      assert.equal(column, 0, `${hidden.join()} ${after}`);
    }
  }
});
