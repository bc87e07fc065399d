/**
 * How devices are told apart, in the order in which the rules are tried: the first that fits wins.
 * Data, so that it can be read, dated and tested as a table.
 */
export const RULES_VERSION = '2026-11-21';

/** What a visitor holds in the hand. `desktop` stands for everything that is none of the others. */
export const DEVICES = ['iphone', 'ipad', 'android', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

export interface DeviceRule {
  readonly name: string;
  readonly device: Device;
  /** Looked for in the user agent. */
  readonly userAgent?: RegExp;
  /** Compared with the value of `Sec-CH-UA-Platform`, without its quotes. */
  readonly platformHint?: string;
}

export const DEVICE_RULES: readonly DeviceRule[] = [
  // These say "Android" or "like iPhone" of themselves and are neither.
  { name: 'Windows Phone', device: 'desktop', userAgent: /Windows Phone|IEMobile/i },
  {
    name: 'television',
    device: 'desktop',
    userAgent:
      /\b(?:SMART-TV|SmartTV|Tizen|Web0S|webOS|HbbTV|BRAVIA|GoogleTV|Android TV|MiTV|Chromecast|CrKey|AppleTV)/i,
  },
  // Model names of Fire TV, in capitals: "Afterpay" is an app on a phone.
  { name: 'Fire TV', device: 'desktop', userAgent: /\bAFT[A-Z0-9]{1,6}\b/ },
  { name: 'KaiOS', device: 'desktop', userAgent: /KAIOS/i },
  // HarmonyOS NEXT runs no Android apps; the older HarmonyOS does, and says "Android".
  { name: 'HarmonyOS NEXT', device: 'desktop', userAgent: /OpenHarmony|ArkWeb/i },
  { name: 'iPad', device: 'ipad', userAgent: /\biPad\b/ },
  { name: 'iPhone', device: 'iphone', userAgent: /\b(?:iPhone|iPod)/ },
  { name: 'Android', device: 'android', userAgent: /\bAndroid\b/i },
  { name: 'Android, by client hint', device: 'android', platformHint: 'Android' },
  { name: 'iPhone, by client hint', device: 'iphone', platformHint: 'iOS' },
];
