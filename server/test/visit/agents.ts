const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)';

/** Real user agents, one for each way to classify a visitor. */
export const AGENTS = {
  iphone: `${IPHONE} ${IOS} Version/26.0 Mobile/15E148 Safari/604.1`,
  ipad: `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${IOS} Version/12.1 Mobile/15E148 Safari/604.1`,
  android: `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36`,
  firefox: 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  desktop: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/140.0.0.0 Safari/537.36`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/26.0 Safari/605.1.15`,
  linux: `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/140.0.0.0 Safari/537.36`,
  instagram: `${IPHONE} ${IOS} Mobile/21F90 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5_1; en_US; scale=3.00; 1170x2532; 604247854)`,
  line: `${IPHONE} ${IOS} Mobile/15E148 Safari Line/14.8.0`,
  wechat: `${IPHONE} ${IOS} Mobile/15E148 MicroMessenger/8.0.49(0x18003130) NetType/WIFI Language/zh_CN`,
  preview: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  curl: 'curl/8.5.0',
} as const;

export type Visitor = keyof typeof AGENTS;

/** The visitors with the most different responses. Hostile input is tested with each of them. */
export const VISITORS = ['iphone', 'ipad', 'android', 'desktop', 'preview'] as const;
