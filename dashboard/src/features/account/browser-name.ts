/** The names in a `User-Agent` header. */
export interface BrowserName {
  /** For example `Firefox`; undefined if unknown. */
  readonly browser: string | undefined;
  /** For example `Windows`; undefined if unknown. */
  readonly system: string | undefined;
  /** A phone or tablet. */
  readonly mobile: boolean;
}

// The first match counts: the header of most browsers also contains names that are further down.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|OPX)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chromium)\//, 'Chromium'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bFreeBSD\b/, 'FreeBSD'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** The browser and the operating system of a `User-Agent`, without versions. */
export function browserName(userAgent: string): BrowserName {
  const nameIn = (list: typeof BROWSERS): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return {
    browser: nameIn(BROWSERS),
    system: nameIn(SYSTEMS),
    mobile: /\b(?:Mobile|iPhone|iPad|Android)\b/.test(userAgent),
  };
}
