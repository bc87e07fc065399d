import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AppDocument } from '../../../api/types.ts';
import { dnsRecord, hostOf, hostsPart } from './hosts.ts';

describe('a host', () => {
  it('is parsed from pasted addresses', () => {
    assert.equal(hostOf(' https://Go.Shop.Example/x?y#z '), 'go.shop.example');
    assert.equal(hostOf('go.shop.example.'), 'go.shop.example');
    assert.equal(hostOf('müller.example'), 'xn--mller-kva.example');
    assert.equal(hostOf(''), '');
    assert.equal(hostOf('a b'), 'a b');
  });

  it('needs a DNS record that points to the service', () => {
    assert.deepEqual(dnsRecord('go.shop.example', 'links.example.com'), {
      name: 'go.shop.example',
      type: 'CNAME',
      value: 'links.example.com',
    });
    assert.equal(dnsRecord('shop.example', 'links.example.com').type, 'A / AAAA');
    assert.equal(dnsRecord('go.shop.example', '127.0.0.1').type, 'A / AAAA');
    assert.equal(dnsRecord('go.shop.example', 'localhost').type, 'A / AAAA');
  });
});

describe('the hosts of an app', () => {
  it('are a part of it', () => {
    const app: AppDocument = {
      name: 'shop',
      platforms: {},
      templates: [],
      visits: {},
      metadata_schema: {},
      platform_tokens: {},
      hosts: ['b.example', 'a.example'],
    };
    const hosts = hostsPart.of(app);
    assert.ok(hosts);
    assert.deepEqual(hostsPart.change(hosts, app), { hosts: ['b.example', 'a.example'] });
    assert.deepEqual(hostsPart.change(hostsPart.complete?.({}) ?? hosts, app), { hosts: [] });
  });
});
