/**
 * Rules that classify devices and browsers, in order: the first match applies. They are data, so that they
 * can be read, dated and tested as a table. `RULES_VERSION` is the date of the last change.
 */
export const RULES_VERSION = '2026-11-30';

/** The kinds of devices; `desktop` includes everything else. */
export const DEVICES = ['iphone', 'ipad', 'android', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** A tablet whose browser can identify as a desktop browser. */
export type Tablet = 'ipad' | 'android';

export interface DeviceRule {
  readonly name: string;
  readonly device: Device;
  /** The device can also be this tablet; only its touch screen shows which. */
  readonly perhaps?: Tablet;
  /** Matched against the user agent. */
  readonly userAgent?: RegExp;
  /** Matched against the part of the user agent that describes the device, if it contains "Android". */
  readonly model?: RegExp;
  /** Compared with the value of `Sec-CH-UA-Platform` without its quotes. */
  readonly platformHint?: string;
}

export const DEVICE_RULES: readonly DeviceRule[] = [
  // These contain "Android" or "iPhone" so that sites treat them as such, but are neither.
  {
    name: 'Windows Phone',
    device: 'desktop',
    userAgent: /Windows (?:Phone|CE|Mobile|IoT)|IEMobile|Symbian/i,
  },
  {
    name: 'a feature phone',
    device: 'desktop',
    userAgent: /^Opera\/[\d.]+ ?\((?:J2ME\/MIDP|MTK|BREW)/,
  },
  {
    name: 'PlayBook, webOS or Kobo',
    device: 'desktop',
    userAgent: /PlayBook|wOSBrowser|\b(?:Pre|Pixi|P160U\w*)\/\d|\bKobo\b/,
  },
  {
    name: 'television',
    device: 'desktop',
    userAgent:
      /\b(?:SMART[- ]?TV|TV Box|Tizen|Web0S|webOS|HbbTV|NetCast|BRAVIA|Google ?TV|Android ?TV|MiTV|Mi ?Box|Chromecast|CrKey|AppleTV|Nexus Player|SHIELD(?! Tablet)|VIDAA|OMI\/)|\bTV Safari\/|^TV Bro\/|tclwebkit/i,
  },
  {
    name: 'TV, by model',
    device: 'desktop',
    model:
      /(?<![DB])TV(?:[-_ ;]|BOX|$)|TV\d\d[A-Z]|LED\d\d|\b4K|[-_]4K|UHD|\bSTB|\bOTT|DVB|\bIPTV|\b[Ss]hell\b|(?:BOX|[Bb]ox)(?:[- ;]|$)|STICK|\bStick\b/,
  },
  // The size of the screen in inches, then letters and digits, as in "43LX9000T".
  {
    name: 'TV, by screen size',
    device: 'desktop',
    model: /(?:; |[A-Z]-)(?:19|2[0-9]|[3-8][0-9])[A-Z]{1,5}(?:[-_]\d{3,5}|\d{2,5}[A-Z])/,
  },
  // Android builds for televisions have a T as the second letter. The others are builds of a chip maker.
  {
    name: 'TV, by build',
    device: 'desktop',
    model: /Build\/(?:[P-Z]T(?:[A-Z]{1,2}\d?)?(?:[.;]|$)|M5C14J|PPR2\.180905\.006\.A1)/,
  },
  // The lite version of the Yandex browser. On phones it contains "Mobile Safari".
  { name: 'TV, by browser', device: 'desktop', userAgent: /\(lite\) Safari\// },
  {
    name: 'television box',
    device: 'desktop',
    model: /[;_] ?(?:X96|H96|T95[A-Z]|MXQ|A95X|Beelink|ZIDOO|VONTAR|VORKE|Mecool)/i,
  },
  // Model names of Fire TV, in upper case: "Afterpay" is an app on a phone.
  { name: 'Fire TV', device: 'desktop', userAgent: /\bAFT[A-Z0-9]{1,6}\b/ },
  { name: 'KaiOS', device: 'desktop', userAgent: /KAIOS/i },
  // HarmonyOS NEXT cannot run Android apps; older versions can, and contain "Android".
  { name: 'HarmonyOS NEXT', device: 'desktop', userAgent: /OpenHarmony|ArkWeb/i },
  // Before the rules for Apple devices: some Android phones have "iPhone" as their model.
  {
    name: 'Android',
    device: 'android',
    userAgent:
      /\(Linux; (?:U; |arm(?:_64)?; )?(?:Android|\d{1,2}\.\d)|; ?Adr \d|; KF[A-Z]{2,5} Build\//,
  },
  // UC Browser and Puffin have their own names for systems. Puffin adds them to its version.
  { name: 'iPad', device: 'ipad', userAgent: /\biPad\b|\biPadOS|\bPuffin\/[\d.]+IT\b/ },
  {
    name: 'iPhone',
    device: 'iphone',
    userAgent: /(?<!like )\b(?:iPhone|iPod)|\biP[hd](?: OS|\d)|\bPuffin\/[\d.]+IP\b/,
  },
  { name: 'iPad, by model', device: 'ipad', userAgent: /iPad\d/ },
  {
    name: 'Android',
    device: 'android',
    userAgent:
      /(?<!like )\bAndroid(?![a-z])|\bPuffin\/[\d.]+A[PT]\b|\bFBAN\/FB4A|^JUC ?\(Linux|^UCWEB\/[\d.]+ ?\(Linux/i,
  },
  { name: 'Android, by client hint', device: 'android', platformHint: 'Android' },
  { name: 'iPhone, by client hint', device: 'iphone', platformHint: 'iOS' },
  // The browser of Fire tablets. It contains "Android" except when it requests the desktop site.
  { name: 'Silk', device: 'desktop', perhaps: 'android', userAgent: /\bSilk\// },
  {
    name: 'Mac',
    device: 'desktop',
    perhaps: 'ipad',
    userAgent: /\bMacintosh;(?!.*(?:Chrome|Chromium|Firefox|OPR)\/).*AppleWebKit\//,
  },
  {
    name: 'Linux',
    device: 'desktop',
    perhaps: 'android',
    userAgent: /\(X11; Linux (?:x86_64|aarch64|armv\w+)[;)].*(?:Chrome|Firefox)\//,
  },
  // Last, because apps on a Mac contain it too.
  { name: 'iOS', device: 'iphone', userAgent: /\biOS\b/ },
];

/** A browser that is built into another app, and how it handles links that open apps. */
export interface InAppRule {
  /** The name of the app. */
  readonly name: string;
  readonly userAgent: RegExp;
  /** It opens only apps that it knows. */
  readonly schemesBlocked?: true;
  /** The query parameter that makes it open the address in the default browser. */
  readonly leavesBy?: readonly [name: string, value: string];
}

export const IN_APP_RULES: readonly InAppRule[] = [
  { name: 'Messenger', userAgent: /FBAN\/Messenger|Orca-Android|\bMessengerForiOS/ },
  { name: 'Instagram', userAgent: /\bInstagram\b/ },
  { name: 'Threads', userAgent: /\bBarcelona\b/ },
  { name: 'Facebook', userAgent: /\bFBA[NV]\/|\bFB_IAB\/|\bMetaIAB\b/ },
  { name: 'TikTok', userAgent: /BytedanceWebview|musical_ly|\bTikTok\b|\btrill_/ },
  { name: 'LINE', userAgent: /\bLine\/\d/, leavesBy: ['openExternalBrowser', '1'] },
  { name: 'WeChat', userAgent: /\bMicroMessenger\//, schemesBlocked: true },
  { name: 'QQ', userAgent: /\bQQ\/\d/, schemesBlocked: true },
  { name: 'Weibo', userAgent: /__weibo__|\bWeibo\b/, schemesBlocked: true },
  { name: 'LinkedIn', userAgent: /\bLinkedInApp\b/ },
  { name: 'Snapchat', userAgent: /\bSnapchat\b/ },
  { name: 'Pinterest', userAgent: /\bPinterest\b/ },
  { name: 'X', userAgent: /\bTwitter(?:Android| for )/ },
  { name: 'Telegram', userAgent: /\bTelegram/ },
  { name: 'WhatsApp', userAgent: /\bWhatsApp\b/ },
  { name: 'KakaoTalk', userAgent: /\bKAKAOTALK\b/i },
  { name: 'NAVER', userAgent: /\bNAVER\(inapp/ },
  { name: 'Google', userAgent: /\bGSA\// },
  { name: 'Gmail', userAgent: /\bGmail\b/ },
  { name: 'Outlook', userAgent: /\bOutlook-(?:iOS|Android)/ },
  { name: 'Reddit', userAgent: /\bReddit\// },
];

/** A browser in an app without a name: Android adds "wv", iOS omits "Safari". */
export const WEB_VIEW = /; wv\)|\b(?:iPhone|iPad|iPod)\b(?!.*Safari\/).*AppleWebKit\//;

/** Browsers that support `intent:` addresses with a fallback. Others get the scheme of the app. */
export const SUPPORTS_INTENTS =
  /Android(?!.*(?:Firefox|UCBrowser|MiuiBrowser|HuaweiBrowser|MQQBrowser|VivoBrowser|HeyTapBrowser|OPR|baidu)).*\bChrome\/\d/i;

/** HTTP clients such as `curl`. They get what their device gets, not a link preview. */
export const TOOL =
  /^$|HeadlessChrome|\b(?:Playwright|Puppeteer|Selenium|Cypress)\b|^(?:curl|Wget|HTTPie|PostmanRuntime|insomnia|xh|node|undici|axios|got|Deno|Bun|python|aiohttp|httpx|Go-http-client|okhttp|Java|Apache-HttpClient|libwww-perl|PHP|Guzzle|Ruby|Faraday|Dart|reqwest|hyper|ab|ApacheBench|wrk|autocannon|k6|hey|vegeta)\b/i;

/**
 * Scripts of PowerShell, and apps of Apple's systems ("CFNetwork"), Android ("Dalvik") and Office that request a link
 * themselves: a browser, also one in an app, never sends these. Link previews can contain them, so bots are recognized first.
 */
export const APP_TOOL =
  /^(?!.*AppleWebKit\/)(?:Dalvik\/|Microsoft Office\/|.*(?:PowerShell\/|\bCFNetwork\/|\bms-?office\b))/i;
