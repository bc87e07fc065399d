/** In order: most browsers name those that they imitate, so the special ones come first. */
const BROWSERS: readonly (readonly [name: string, agent: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOP(?:R|T|iOS|X)\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex', /\bYa(?:Browser|App)/],
  ['UC Browser', /\bUCBrowser\/|\bUCWEB/],
  ['Huawei Browser', /\bHuaweiBrowser\//],
  ['MIUI Browser', /\bMiuiBrowser\//],
  ['DuckDuckGo', /\bDuckDuckGo\/|\bDdg\//],
  ['Brave', /\bBrave\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Silk', /\bSilk\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\/|\bFocus\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** The name of a browser by its user agent; `Other` if it is none of the known ones. */
export function browserName(userAgent: string): string {
  return BROWSERS.find(([, agent]) => agent.test(userAgent))?.[0] ?? 'Other';
}
