import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classify } from '../../platform/classify.ts';
import { clickAgent } from './agent.ts';
import { kindOf } from './kind.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const agentOf = (userAgent: string) => clickAgent(userAgent, classify(userAgent, ''));

describe('the kind of a request, by its user agent', () => {
  for (const [userAgent, kind] of [
    [CHROME, 'human'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'human',
    ],
    // The built-in browser of the app, and its preview.
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0 Mobile Safari/537.36 WhatsApp/2.25',
      'human',
    ],
    ['WhatsApp/2.25.1 A', 'preview'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
    ['Twitterbot/1.0', 'preview'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview'],
    ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'preview'],
    ['TelegramBot (like TwitterBot)', 'preview'],
    [
      'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
      'preview',
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bot'],
    ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'bot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'bot',
    ],
    ['curl/8.5.0', 'tool'],
    ['python-requests/2.32', 'tool'],
    ['', 'tool'],
    // Apps and scripts without a browser.
    ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.4522', 'tool'],
    ['Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.19045; en-US) PowerShell/7.4.1', 'tool'],
    ['Mozilla/5.0 (Macintosh; Darwin 23.1.0; en-US) PowerShell/7.4.1', 'tool'],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'tool'],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice rmj)', 'tool'],
    [
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; ms-office)',
      'tool',
    ],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)', 'tool'],
    ['Microsoft Office/16.0 (Windows NT 10.0; 16.0.17328; Microsoft Word)', 'tool'],
    ['Shop/31 CFNetwork/1496.0.7 Darwin/23.5.0', 'tool'],
    ['MobileSafari/8619.1.26 CFNetwork/1568.200.51 Darwin/24.1.0', 'tool'],
    ['Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A.230805.001)', 'tool'],
    ['WhatsApp/784941593 CFNetwork/3826.600.41 Darwin/24.6.0', 'preview'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Microsoft Office/16.0',
      'human',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Shop/31 CFNetwork/1496.0.7',
      'human',
    ],
  ] as const) {
    it(`${userAgent || 'none'} -> ${kind}`, () => {
      assert.equal(kindOf('GET', {}, agentOf(userAgent).kind), kind);
    });
  }
});

describe('the kind of a request of a browser, by its method and headers', () => {
  for (const [method, headers, kind] of [
    ['GET', {}, 'human'],
    ['HEAD', {}, 'head'],
    ['GET', { 'sec-purpose': 'prefetch' }, 'prefetch'],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
    ['GET', { 'sec-purpose': 'prefetch;anonymous-client-ip' }, 'prefetch'],
    ['GET', { purpose: 'prefetch' }, 'prefetch'],
    ['GET', { 'x-purpose': 'preview' }, 'prefetch'],
    ['GET', { 'x-moz': 'prefetch' }, 'prefetch'],
    ['GET', { 'sec-purpose': 'navigate' }, 'human'],
    ['HEAD', { 'sec-purpose': 'prefetch' }, 'head'],
  ] as const) {
    it(`${method} ${JSON.stringify(headers)} -> ${kind}`, () => {
      assert.equal(kindOf(method, headers, 'human'), kind);
    });
  }

  it('does not change that of a bot', () => {
    assert.equal(kindOf('HEAD', { purpose: 'prefetch' }, 'bot'), 'bot');
  });
});

describe('the browser and app of a click', () => {
  const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE}`;
  const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
  for (const [userAgent, browser, inApp] of [
    [CHROME, 'Chrome', ''],
    [`${CHROME} Edg/142.0.0.0`, 'Edge', ''],
    [`${CHROME} OPR/120.0.0.0`, 'Opera', ''],
    [`${CHROME} Vivaldi/7.6`, 'Vivaldi', ''],
    [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari', ''],
    [`${IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome', ''],
    [`${IPHONE} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', ''],
    [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`, 'Samsung Internet', ''],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', ''],
    [`${IPHONE} Mobile/15E148 Instagram 400.0.0 (iPhone15,2; iOS 18_6)`, 'Other', 'Instagram'],
    [
      `${ANDROID} Version/4.0 Chrome/142.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500;]`,
      'Chrome',
      'Facebook',
    ],
    [
      `${ANDROID.replace(')', '; wv)')} Version/4.0 Chrome/142.0 Mobile Safari/537.36`,
      'Chrome',
      'Other',
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', '', ''],
  ] as const) {
    it(`${userAgent} -> ${browser || 'none'}, ${inApp || 'none'}`, () => {
      const agent = agentOf(userAgent);
      assert.deepEqual([agent.browser, agent.inApp], [browser, inApp]);
    });
  }
});
