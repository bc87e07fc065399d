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
  it('is empty if nothing is different', () => {
    assert.equal(routesChange(valuesOf(ROUTES), LINK), undefined);
  });

  it('contains differences and removes missing platforms', () => {
    const values = {
      web: { link: ' https://c.example ', fallback: '', skipPage: false },
      ipad: { link: 'shop://6', fallback: '', skipPage: false },
    };
    assert.deepEqual(routesChange(values, LINK), {
      routes: { web: { link: 'https://c.example' }, ipad: { link: 'shop://6' }, android: null },
    });
  });

  it('turns the page on again', () => {
    const values = valuesOf(ROUTES);
    const android = { link: 'shop://5', fallback: 'https://b.example', skipPage: false };
    assert.deepEqual(routesChange({ ...values, android }, LINK), {
      routes: { android: { skip_page: false } },
    });
  });

  it('includes an empty link, so that the service reports the error', () => {
    const web = { link: '', fallback: '', skipPage: false };
    assert.deepEqual(routesChange({ ...valuesOf(ROUTES), web }, LINK), {
      routes: { web: { link: '' } },
    });
  });
});
