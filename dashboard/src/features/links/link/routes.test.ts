import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link, Routes } from '../../../api/types.ts';
import { routesChange, valuesOf } from './routes.ts';

const ROUTES: Routes = {
  web: { link: 'https://a.example', fallback: '' },
  android: { link: 'shop://5', fallback: 'https://b.example', skip_page: true },
};
const LINK = { routes: ROUTES } as Link;

describe('a change of routes', () => {
  it('is none where nothing is different', () => {
    assert.equal(routesChange(valuesOf(ROUTES), LINK), undefined);
  });

  it('has what is different, and takes away what is left out', () => {
    const values = {
      web: { link: ' https://c.example ', fallback: '', skipPage: false },
      ipad: { link: 'shop://6', fallback: '', skipPage: false },
    };
    assert.deepEqual(routesChange(values, LINK), {
      routes: { web: { link: 'https://c.example' }, ipad: { link: 'shop://6' }, android: null },
    });
  });

  it('switches the page on again', () => {
    const values = valuesOf(ROUTES);
    const android = { link: 'shop://5', fallback: 'https://b.example', skipPage: false };
    assert.deepEqual(routesChange({ ...values, android }, LINK), {
      routes: { android: { skip_page: false } },
    });
  });

  it('sends an empty link on, so that the service says what is wrong with it', () => {
    const web = { link: '', fallback: '', skipPage: false };
    assert.deepEqual(routesChange({ ...valuesOf(ROUTES), web }, LINK), {
      routes: { web: { link: '' } },
    });
  });
});
