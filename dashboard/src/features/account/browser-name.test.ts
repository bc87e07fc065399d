import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserName } from './browser-name.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const table: [
  agent: string,
  browser: string | undefined,
  system: string | undefined,
  mobile: boolean,
][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome', 'Windows', false],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`,
    'Edge',
    'Windows',
    false,
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0.0.0`,
    'Opera',
    'Linux',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Chromium',
    'Linux',
    false,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox',
    'macOS',
    false,
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`,
    'Safari',
    'macOS',
    false,
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${APPLE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPad',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    true,
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS', false],
  ['curl/8.14.1', 'curl', undefined, false],
  ['something else', undefined, undefined, false],
  ['', undefined, undefined, false],
];

describe('the browser and system in a User-Agent', () => {
  for (const [agent, browser, system, mobile] of table) {
    it(`${browser} on ${system}: ${agent.slice(0, 40)}`, () => {
      assert.deepEqual(browserName(agent), { browser, system, mobile });
    });
  }
});
