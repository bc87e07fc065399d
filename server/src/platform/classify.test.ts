import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { classify, MAX_USER_AGENT_LENGTH } from './classify.ts';
import { DEVICE_RULES, type Device } from './rules.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_7_10 like Mac OS X)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

/** User agents as they are sent, by device. */
const AGENTS: Readonly<Record<Device, Readonly<Record<string, string>>>> = {
  iphone: {
    'Safari 17': `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari 26, whose system number is frozen': `${IPHONE} ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    'iPhone OS 3': `Mozilla/5.0 (iPhone; U; CPU iPhone OS 3_0 like Mac OS X; en-us) AppleWebKit/528.18 (KHTML, like Gecko) Version/4.0 Mobile/7A341 Safari/528.16`,
    'iPod touch': `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) ${WEBKIT} Version/12.1.2 Mobile/15E148 Safari/604.1`,
    Chrome: `${IPHONE} ${WEBKIT} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`,
    Firefox: `${IPHONE} ${WEBKIT} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    Edge: `${IPHONE} ${WEBKIT} Version/17.0 EdgiOS/125.0.2535.60 Mobile/15E148 Safari/604.1`,
    'Google app': `${IPHONE} ${WEBKIT} GSA/322.0.643 Mobile/15E148 Safari/604.1`,
    'Opera Mini':
      'Opera/9.80 (iPhone; Opera Mini/8.0.0/34.2336; U; en) Presto/2.8.119 Version/11.10',
    Facebook: `${IPHONE} ${WEBKIT} Mobile/21F90 [FBAN/FBIOS;FBAV/468.0.0.36.105;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBLC/en_US]`,
    'Facebook on an iPad as an iPhone app': `${IPHONE} ${WEBKIT} Mobile/20H343 [FBAN/FBIOS;FBDV/iPad7,5;FBMD/iPhone;FBSN/iOS]`,
    Instagram: `${IPHONE} ${WEBKIT} Mobile/21F90 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5_1; en_US; scale=3.00; 1170x2532; 604247854)`,
    WeChat: `${IPHONE} ${WEBKIT} Mobile/15E148 MicroMessenger/8.0.49(0x18003130) NetType/WIFI Language/zh_CN`,
    LINE: `${IPHONE} ${WEBKIT} Mobile/15E148 Safari Line/14.8.0`,
    'A web view': `${IPHONE} ${WEBKIT} Mobile/15E148`,
    'Apple News': `${IPHONE} ${WEBKIT} AppleNews/607 Version/2.0`,
    'UC Browser':
      'UCWEB/2.0 (iOS; U; iPh OS 6_1; en-US; iPh4,1) U2/1.0.0 UCBrowser/9.0.0.260 U2/1.0.0 Mobile',
    Puffin: `Mozilla/5.0 (X11; U; Linux x86_64; en-US) ${BLINK} Chrome/30.0.1599.114 Safari/537.36 Puffin/4.6.1IP`,
    Grab: `${IPHONE} ${WEBKIT} Mobile/15E148 Grab/5.256.0 (iPhone; iOS 18.6)`,
    'Grab, as Safari': `${IPHONE} ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1 Grab/5.256.0`,
    'Insight Timer': `${IPHONE} ${WEBKIT} Mobile/15E148 InsightTimer/17`,
    'An app without a browser': 'Shop/3.2 (iPhone; iOS 17.5.1; Scale/3.00)',
    'An app whose name begins as a Fire TV does': `${IPHONE} ${WEBKIT} Mobile/15E148 Afterpay/1.90`,
  },
  ipad: {
    'Safari 9, before desktop mode': `Mozilla/5.0 (iPad; CPU OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1`,
    'Safari asked for the mobile site': `${IPAD} ${WEBKIT} Version/16.6 Mobile/15E148 Safari/604.1`,
    'The first iPad': `Mozilla/5.0 (iPad; U; CPU OS 3_2 like Mac OS X; en-us) AppleWebKit/531.21.10 (KHTML, like Gecko) Version/4.0.4 Mobile/7B334b Safari/531.21.10`,
    Chrome: `${IPAD} ${WEBKIT} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`,
    Firefox: `${IPAD} ${WEBKIT} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    Facebook: `${IPAD} ${WEBKIT} Mobile/20H343 [FBAN/FBIOS;FBAV/468.0.0.36.105;FBDV/iPad11,6;FBMD/iPad;FBSN/iPadOS]`,
    'An app without a browser': 'Shop/3.2 (iPad; iOS 16.7; Scale/2.00)',
    'UC Browser':
      'UCWEB/2.0 (iPad; U; CPU OS 7_1 like Mac OS X; en; iPad3,6) U2/1.0.0 UCBrowser/9.3.1.344',
    Puffin: `Mozilla/5.0 (X11; U; Linux x86_64; en-US) ${BLINK} Chrome/30.0.1599.114 Safari/537.36 Puffin/4.6.1IT`,
  },
  android: {
    'Chrome, reduced': `${ANDROID} ${BLINK} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome on a tablet, reduced': `${ANDROID} ${BLINK} Chrome/126.0.0.0 Safari/537.36`,
    'Chrome 80': `Mozilla/5.0 (Linux; Android 9; SM-G960F) ${BLINK} Chrome/80.0.3987.99 Mobile Safari/537.36`,
    'Stock browser': `Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; GT-I9100 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30`,
    Firefox: 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
    'Firefox on a tablet': 'Mozilla/5.0 (Android 13; Tablet; rv:109.0) Gecko/115.0 Firefox/115.0',
    'Samsung Internet': `${ANDROID} ${BLINK} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    Edge: `${ANDROID} ${BLINK} Chrome/125.0.0.0 Mobile Safari/537.36 EdgA/125.0.0.0`,
    Opera: `${ANDROID} ${BLINK} Chrome/124.0.0.0 Mobile Safari/537.36 OPR/82.0.0.0`,
    'Opera Mini':
      'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
    'Xiaomi browser': `Mozilla/5.0 (Linux; U; Android 13; en-gb; 2201117TG Build/TKQ1.221114.001) ${BLINK} Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.8.0-gn`,
    'HarmonyOS 2 to 4, which runs Android apps': `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.302) ${BLINK} Chrome/99.0.4844.88 HuaweiBrowser/14.0.5.303 Mobile Safari/537.36`,
    'CUBOT, no robot': `Mozilla/5.0 (Linux; Android 12; CUBOT P80) ${BLINK} Chrome/125.0.0.0 Mobile Safari/537.36`,
    'XBot, no robot': `Mozilla/5.0 (Linux; Android 8.1.0; XBot Junior) ${BLINK} Chrome/87.0.4280.101 Mobile Safari/537.36`,
    'GLX Spider, no robot': `Mozilla/5.0 (Linux; Android 4.4.2; GLX SpiderI Build/KOT49H) ${BLINK} Chrome/51.0.2704.81 Mobile Safari/537.36`,
    'M bot, no robot, in Instagram, which names it again': `Mozilla/5.0 (Linux; Android 7.0; M bot 60 Build/NRD90M; wv) ${BLINK} Version/4.0 Chrome/66.0.3359.126 Mobile Safari/537.36 Instagram 94.0.0.22.116 Android (24/7.0; 320dpi; 720x1280; mobiwire; M bot 60; mbot; mt6737; es_ES)`,
    'A build named for its author': `Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; LG-P698 Build/me@my-droid.rev3) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1`,
    'A news app': `Mozilla/5.0 (Linux; Android 9; SM-G960F Build/PPR1.180610.011; wv) ${BLINK} Version/4.0 Chrome/74.0.3729.157 Mobile Safari/537.36 NewsArticle/7.2.9`,
    Grab: `Mozilla/5.0 (Linux; Android 13; SM-G998B Build/TP1A.220624.014; wv) ${BLINK} Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 Grab/5.256.0 (Android 13; SM-G998B)`,
    'Grab, as Chrome': `Mozilla/5.0 (Linux; Android 13; SM-G998B) ${BLINK} Chrome/125.0.0.0 Mobile Safari/537.36 Grab/5.256.0 (Android 13; SM-G998B)`,
    GrabTaxi: `${ANDROID} ${BLINK} Chrome/125.0.0.0 Mobile Safari/537.36 GrabTaxi/5.10.0`,
    'Insight Timer': `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${BLINK} Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 InsightTimer/17`,
    Flightradar24: `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${BLINK} Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 Flightradar24/9`,
    'An iPhone in name only': `Mozilla/5.0 (Linux; Android 4.2.2; iPhone 5C Build/JDQ39) ${BLINK} Chrome/38.0.2125.122 Mobile Safari/537.36`,
    'UC Browser':
      'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; en-US; LG-D724) U2/1.0.0 UCBrowser/9.5.0.480 U2/1.0.0 Mobile',
    'UC Mini':
      'UCWEB/2.0 (Java; U; MIDP-2.0; Nokia203/20.37) U2/1.0.0 UCMini/10.7.5.785 (SpeedMode; Proxy; Android 11; SM-M115F ) U2/1.0.0 Mobile',
    'UC Browser 7': 'JUC(Linux;U;4.2.2;zh_cn;GT-I9300;720*1280;)UCWEB7.6.0.75/139/999',
    Puffin: `Mozilla/5.0 (X11; U; Linux x86_64; en-gb) ${BLINK} Chrome/30.0.1599.114 Safari/537.36 Puffin/4.3.0.1852AT`,
    'Fire tablet of 2012':
      'Mozilla/5.0 (Linux; U; en-us; KFOT Build/IML74K) AppleWebKit/535.19 (KHTML, like Gecko) Silk/2.1 Safari/535.19 Silk-Accelerated=true',
    'Shield Tablet, no TV': `Mozilla/5.0 (Linux; Android 7.0; SHIELD Tablet K1) ${BLINK} Chrome/74.0.3729.157 Safari/537.36`,
    'Fire tablet, tablet view of Silk': `Mozilla/5.0 (Linux; Android 9; KFMAWI) ${BLINK} Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36`,
    Facebook: `Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) ${BLINK} Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/467.0.0.50.109;]`,
    'Facebook, of another kind': `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A.240505.005; wv) ${BLINK} Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 MetaIAB Facebook`,
    Instagram: `Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) ${BLINK} Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 Instagram 333.0.0.42.91 Android (33/13; 450dpi; 1080x2177; samsung; SM-A536B; a53x; s5e8825; de_DE; 603247683)`,
    TikTok: `Mozilla/5.0 (Linux; Android 12; M2101K6G Build/SKQ1.210908.001; wv) ${BLINK} Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 trill_340004 BytedanceWebview/d8a21c6`,
    'An app without a browser':
      'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A.230805.001)',
    'Quest, mobile view': `Mozilla/5.0 (Linux; Android 12; Quest 3) ${BLINK} OculusBrowser/33.0.0.0 Chrome/124.0.6367.118 Mobile VR Safari/537.36`,
  },
  desktop: {
    'Safari on a Mac, and on an iPad in desktop mode': `${MAC} ${WEBKIT} Version/17.5 Safari/605.1.15`,
    'Chrome on an iPad in desktop mode': `${MAC} ${WEBKIT} CriOS/126 Version/11.1.1 Safari/605.1.15`,
    'Chrome on Windows': `${WINDOWS} ${BLINK} Chrome/126.0.0.0 Safari/537.36`,
    'Edge on Windows': `${WINDOWS} ${BLINK} Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0`,
    'Internet Explorer': 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
    'Chrome on Linux, and on an Android tablet in desktop mode': `${LINUX} ${BLINK} Chrome/126.0.0.0 Safari/537.36`,
    'Firefox on Linux':
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Silk, desktop view': `${LINUX} ${BLINK} Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36`,
    'Chrome OS': `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/126.0.0.0 Safari/537.36`,
    'Quest, desktop view': `Mozilla/5.0 (X11; Linux x86_64; Quest 3) ${BLINK} OculusBrowser/33.0.0.0 Chrome/124.0.6367.118 VR Safari/537.36`,
    'Windows Phone 7':
      'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; NOKIA; Lumia 800)',
    'Windows Phone 8.1, which says Android and like iPhone':
      'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537',
    'Windows 10 Mobile, which says Android': `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) ${BLINK} Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063`,
    'BlackBerry 10':
      'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
    KaiOS: 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'KaiOS, which says Android':
      'Mozilla/5.0 (Mobile; LYF/F220B/LYF-F220B-003-01-15-130718;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'HarmonyOS NEXT, which runs no Android apps': `Mozilla/5.0 (Phone; OpenHarmony 5.0; HarmonyOS 5.0) ${BLINK} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300`,
    'HarmonyOS NEXT, tablet': `Mozilla/5.0 (Tablet; OpenHarmony 5.0) ${BLINK} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1`,
    'Samsung TV': `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${BLINK} 76.0.3809.146/6.0 TV Safari/537.36`,
    'LG TV': `Mozilla/5.0 (Web0S; Linux/SmartTV) ${BLINK} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`,
    'Sony TV, which says Android': `Mozilla/5.0 (Linux; Android 10; BRAVIA 4K VH2 Build/QTG3.200305.006.S292; wv) ${BLINK} Version/4.0 Chrome/96.0.4664.104 Mobile Safari/537.36`,
    'Nvidia Shield, which says Android': `Mozilla/5.0 (Linux; Android 11; SHIELD Android TV Build/RQ1A.210105.003; wv) ${BLINK} Version/4.0 Chrome/108.0.5359.128 Mobile Safari/537.36`,
    'Fire TV, which says Android': `Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6265; wv) ${BLINK} Version/4.0 Chrome/70.0.3538.110 Mobile Safari/537.36`,
    'Chromecast with Google TV, which says Android': `Mozilla/5.0 (Linux; Android 12.0; Build/STTL.240508.005) ${BLINK} Chrome/114.0.0.0 Safari/537.36 CrKey/1.56.500000 DeviceType/AndroidTV`,
    'A TV with HbbTV, which says Android': `Mozilla/5.0 (Linux; Android 9; PHILIPS) ${BLINK} Chrome/90.0.4430.225 Safari/537.36 HbbTV/1.6.1 (+DRM; Philips; 55OLED806; 111.004; ;)`,
    'Apple TV': 'AppleTV11,1/11.1',
    'A TV in the Yandex browser, which says Android': `Mozilla/5.0 (Linux; Android 11; 32F540S Build/RP1A.200720.011; wv) ${BLINK} Version/4.0 Chrome/83.0.4103.120 YaBrowser/24.1.2.86 (lite) TV Safari/537.36`,
    'A TV by its build, which says Android': `Mozilla/5.0 (Linux; Android 11; SWT-22 Build/RTT2.220103.001; wv) ${BLINK} Version/4.0 Chrome/129.0.6668.100 Mobile Safari/537.36`,
    'A TV by its size, which says Android': `Mozilla/5.0 (Linux; Android 9; 40LE77SM) ${BLINK} Chrome/75.0.3770.101 Safari/537.36`,
    'A Vidaa TV': `Mozilla/5.0 (Linux armv7l) ${BLINK} Chrome/84.0.4147.140 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.4.112.Catcher4.69 Model/Hisense-MT9602 VIDAA/5.0(Hisense;SmartTV;55A52FEVS)`,
    'A phone with NetFront':
      'SonyEricssonJ20i/R1x Browser/NetFront/3.5 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.5',
    'A phone with Openwave behind a gateway':
      'SIE-S55/20 UP.Browser/6.1.0.5.c.6 (GUI) MMP/1.0 UP.Link/1.1 (Google WAP Proxy/1.0)',
    'A phone with Obigo':
      'LG/KF750/v10a Browser/Obigo-Q05A/3.12 MMS/LG-MMS-V1.0/1.2 Java/ASVM/1.1 Profile/MIDP-2.1 Configuration/CLDC-1.1',
    'A phone with Bada':
      'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/S8500XXJF4; U; Bada/1.0; fr-fr) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile WVGA SMM-MMS/1.2.0',
    'Opera Mini on a phone with Java':
      'Opera/9.80 (J2ME/MIDP; Opera Mini/5.0 (Linux; U; Android 2.2; fr-lu; HTC Legend Build/24.838; U; en) Presto/2.5.25 Version/10.54',
    'Samsung watch': `Mozilla/5.0 (Linux; Tizen 4.0; SAMSUNG SM-R800) ${BLINK} SamsungBrowser/1.0 Chrome/56.0.2924.0 Mobile Safari/537.36`,
    'PlayStation 5': `Mozilla/5.0 (PlayStation; PlayStation 5/2.26) ${WEBKIT} Version/13.0 Safari/605.1.15`,
    Xbox: `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${BLINK} Chrome/44.0.2403.0 Safari/537.36 Edge/44.18363.8131`,
    curl: 'curl/8.5.0',
    'no user agent': '',
  },
};

/** Bots, some of which identify themselves as phones. */
const ROBOTS: Readonly<Record<string, string>> = {
  'A robot that looks like Safari': `Mozilla/5.0 (iPhone; CPU iPhone OS 8_3 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Version/8.0 Mobile/12F70 Safari/600.1.4 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'A robot that looks like Chrome': `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${BLINK} Chrome/125.0.6422.175 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'Preview of iMessage':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Preview of WhatsApp': 'WhatsApp/2.23.20.0 A',
  'Preview of Meta': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Preview of LINE': 'facebookexternalhit/1.1;line-poker/1.0',
  'A web view of Android that names a robot': `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${BLINK} Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 FooBot/1.0 (+https://foo.example/bot)`,
  'A web view of iOS that names a robot': `${IPHONE} ${WEBKIT} Mobile/15E148 FooBot/1.0 (+https://foo.example/bot)`,
  'Preview of Bluesky':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app) Chrome/100.0.0.0 Safari/537.36',
  'A preview that names itself in the comment of a phone': `Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) ${BLINK} Chrome/81.0.4044.138 Mobile Safari/537.36`,
  'A robot on a phone with a robot for a model': `Mozilla/5.0 (Linux; Android 12; CUBOT P80) ${BLINK} Chrome/125.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'A robot that looks like a phone from before smartphones':
    'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)',
  'Fetcher of Flipboard':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.9; rv:28.0) Gecko/20100101 Firefox/28.0 (FlipboardProxy/1.1; +http://flipboard.com/browserproxy)',
};

describe('the device behind a user agent', () => {
  it('is tested with enough user agents', () => {
    const all = Object.values(AGENTS).flatMap((agents) => Object.values(agents));
    assert.ok(new Set(all).size >= 60);
  });
  for (const [device, agents] of Object.entries(AGENTS)) {
    for (const [name, agent] of Object.entries(agents)) {
      it(`is ${device} for ${name}`, () => assert.equal(classify(agent, '').device, device));
    }
  }
});

describe('a bot', () => {
  for (const [name, agent] of Object.entries(ROBOTS)) {
    it(`is recognized in ${name}`, () => assert.equal(classify(agent, '').visitor, 'robot'));
  }
  it('is none of the devices above', () => {
    for (const agent of Object.values(AGENTS).flatMap((agents) => Object.values(agents))) {
      assert.notEqual(classify(agent, '').visitor, 'robot', agent);
    }
  });
});

describe('the client hint for the platform', () => {
  const tablet = AGENTS.desktop['Silk, desktop view'] ?? '';
  const HINTS: readonly [hint: string, agent: string, device: Device][] = [
    ['"Android"', `${ANDROID} ${BLINK} Chrome/126.0.0.0 Mobile Safari/537.36`, 'android'],
    ['"Android"', tablet, 'android'],
    ['Android', tablet, 'android'],
    [' "Android" ', tablet, 'android'],
    ['"iOS"', '', 'iphone'],
    ['"Linux"', tablet, 'desktop'],
    ['"macOS"', `${MAC} ${BLINK} Chrome/126.0.0.0 Safari/537.36`, 'desktop'],
    ['"Windows"', `${WINDOWS} ${BLINK} Chrome/126.0.0.0 Safari/537.36`, 'desktop'],
    ['"Chrome OS"', '', 'desktop'],
    ['"Unknown"', '', 'desktop'],
    // The user agent names a device; the hint names only a system.
    ['"Android"', AGENTS.desktop['Sony TV, which says Android'] ?? '', 'desktop'],
    ['"Android"', AGENTS.desktop['HarmonyOS NEXT, tablet'] ?? '', 'desktop'],
    ['"iOS"', AGENTS.ipad.Chrome ?? '', 'ipad'],
    ['"Linux"', `${ANDROID} ${BLINK} Chrome/126.0.0.0 Safari/537.36`, 'android'],
  ];
  for (const [hint, agent, device] of HINTS) {
    it(`${hint} makes ${device} of "${agent.slice(0, 60)}"`, () => {
      assert.equal(classify(agent, hint).device, device);
    });
  }
});

describe('any headers', () => {
  it('have a device and a reason', () => {
    const word = fc.constantFrom(...DEVICE_RULES.map(({ name }) => name), 'Mozilla/5.0 (', '; ');
    const text = fc.array(fc.oneof(word, fc.string())).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (agent, hint) => {
        const { device, reason } = classify(agent, hint);
        assert.ok(['iphone', 'ipad', 'android', 'desktop'].includes(device));
        assert.notEqual(reason, '');
      }),
    );
  });
  it('are cropped', () => {
    const long = (length: number): string => WINDOWS.padEnd(length);
    assert.equal(classify(`${long(MAX_USER_AGENT_LENGTH)}Android`, '').device, 'desktop');
    assert.equal(classify(`${long(MAX_USER_AGENT_LENGTH - 8)}Android x`, '').device, 'android');
  });
  it('are classified in limited time', () => {
    const begin = ['', 'Mozilla/5.0 (Linux; Android ', 'Mozilla/5.0 (Macintosh) AppleWebKit/1 '];
    const units = [
      '(',
      ')',
      ' ',
      ';',
      'a',
      '1',
      '.1',
      'a/',
      '@a',
      '+a-',
      '[FBAN/',
      'Android (1',
      'TV',
    ];
    for (const agent of begin.flatMap((b) => units.map((unit) => b + unit.repeat(8192)))) {
      const start = process.cpuUsage();
      for (let i = 0; i < 20; i++) classify(agent, agent);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 20 * 50_000, `${user / 20} µs for "${agent.slice(0, 40)}"`);
    }
  });
  it('have a readable reason', () => {
    assert.equal(classify(AGENTS.iphone.Chrome ?? '', '').reason, 'the user agent says iPhone');
    assert.equal(classify('', '"Android"').reason, 'the client hint says Android');
    assert.equal(classify('', '').reason, 'nothing indicates a phone or tablet');
  });
});
