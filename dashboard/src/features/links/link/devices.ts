import type { oneLink } from '../../../texts/one-link.ts';

/** A visitor, described by a user agent. */
export interface Visitor {
  readonly name: keyof typeof oneLink.devices.names;
  readonly kind: 'phone' | 'tablet' | 'computer' | 'robot';
  readonly userAgent: string;
  /** The cookie of an earlier visit that detected a tablet. */
  readonly cookie?: string;
}

const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const MAC_SAFARI = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/18.6 Safari/605.1.15`;

/** The most common devices and apps. */
export const VISITORS: readonly Visitor[] = [
  {
    name: 'iphone',
    kind: 'phone',
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} Version/18.6 Mobile/15E148 Safari/604.1`,
  },
  {
    name: 'pixel',
    kind: 'phone',
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  },
  { name: 'ipad', kind: 'tablet', userAgent: MAC_SAFARI, cookie: 'smartlink_device=ipad' },
  {
    name: 'androidTablet',
    kind: 'tablet',
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`,
    cookie: 'smartlink_device=android',
  },
  {
    name: 'windows',
    kind: 'computer',
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  },
  { name: 'mac', kind: 'computer', userAgent: MAC_SAFARI, cookie: 'smartlink_device=desktop' },
  {
    name: 'instagramIphone',
    kind: 'phone',
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} Mobile/22G86 Instagram 396.0.0.24.80 (iPhone15,3; iOS 18_6; en_US; en; scale=3.00; 1290x2796)`,
  },
  {
    name: 'instagramAndroid',
    kind: 'phone',
    userAgent: `Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 396.0.0.46.242 Android (35/15; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US)`,
  },
  { name: 'whatsapp', kind: 'robot', userAgent: 'WhatsApp/2.23.20.0' },
  {
    name: 'slack',
    kind: 'robot',
    userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  },
  {
    name: 'google',
    kind: 'robot',
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
];
