import { list } from 'isbot';
import { findDeviceComment } from './comment.ts';
import { WEB_VIEW } from './rules.ts';

/**
 * The library isbot has patterns for bots. They are applied where a bot has its name, not to the device
 * model: "CUBOT", "XBot Junior" and "Discovery DG500" are phones.
 *
 * Some of these patterns contain no word but match the form of a string, such as `^\w+\/\d\.\d$`. They are
 * not applied to user agents that name a device.
 */
const isForm = (pattern: string): boolean => {
  const literals = pattern.replaceAll(/mozilla|compatible|\\.|\[[^\]]*\]|\{[\d,]*\}/g, '');
  return !/[a-z]{2}|[a-z\d]{3}/i.test(literals);
};
const NAMES = new RegExp(list.filter((pattern) => !isForm(pattern)).join('|'), 'i');
const FORMS = new RegExp(list.filter(isForm).join('|'), 'i');

/** How bots describe themselves: with their kind, the address of a description, or a contact. Some by name. */
const ROBOT =
  /bot(?:\b|_)|crawl|spider|slurp|fetcher|scraper|[a-z]proxy\b|adsense|\bqcloudcdn-|\bips-agent|:\/\/|@[a-z][\w-]{1,63}\.[a-z]|[;(] ?\+[a-z][\w-]{0,63}\.[a-z]/i;

/** A comment with one of these describes a bot, not only a device. */
const ROBOT_IN_COMMENT =
  /:\/\/|\bwww\.|@[a-z][\w-]{1,63}\.[a-z]|compatible;(?! ?MSIE)|(?:bot|crawler|spider|-Google)[-/]|Catchpoint/i;

/** Operating systems whose comment continues with a model, and makers that begin with it. */
const NAMES_DEVICE =
  /Android|\bAdr \d|iPhone|iPad|iPod|\biPh\d|Windows (?:Phone|CE|Mobile)|IEMobile|Symbian|Series ?[3-9]0|Tizen|\bbada\b|SAMSUNG|BREW|MIDP|KAIOS|OpenHarmony|BlackBerry|BB10|MeeGo|Maemo|web[O0]S|Smart-?TV|Opera ?TV|OpenTV|HbbTV|NETTV|CE-HTML|VIDAA|Google ?TV|Google Fiber|\bOMI\/|Nokia|Dream(?:Passport|Key)/i;

/**
 * Phones and handhelds from before smartphones. Their user agents are lists of capabilities without a common
 * form, so only explicit bot names (`ROBOT`) count: gateways serve people.
 */
const FEATURE_PHONE =
  /\bMIDP|\bCLDC|\bUP\.(?:Browser|Link)|WAP[- ]?Browser|(?:\b|_)MAUI\b|\bObigo|\bTeleca|\bNetFront|\bMMP\/|\bDorado\b|\bWAP\d|\(Nokia\d|\bRISC OS\b|\bPalm(?:OS|Source)|\bNEWS-OS\b|\bRIM\d|\bMRE\/|^(?:UCWEB|JUC|Nokia|(?:Sony)?Ericsson|SAMSUNG|SEC-|S[CGP]H-|LGE?[-/\dA-Z]|HTC|iBall|Celkon|Videocon|Intex|Gionee|Sonim|Haier|MOT-|SIE-|BlackBerry|KDDI-|DoCoMo\/|J-PHONE|Vodafone\/|SoftBank\/|Panasonic|SAGEM|Alcatel|Sanyo|Sharp-|Philips|KYOCERA|PANTECH|BenQ|AUDIOVOX|ZTE|HUAWEI|Spice|Micromax|Karbonn|Lava\b|BIRD|ZEN )/i;
const GATEWAY = /\(Google WAP Proxy\/[\d.]+\)/;

/** Old browsers that contain "compatible". Add-ons can add any text to the comment. */
const COMPATIBLE = /^Mozilla\/\d\.\d+ \(compatible; (?:MSIE \d+\.\d+; Windows NT \d|Konqueror\/\d)/;

/** A browser whose user agent has lost its spaces. */
const NO_SPACES = /^Mozilla\/\d\.\d\+?\(\S{0,200}(?:AppleWebKit|Gecko|Trident)\S*$/;

/** Words of browsers and add-ons that isbot mistakes for those of bots. */
const PEOPLE =
  /Google ?T[V\d]|\bGoogle (?:Earth|Fiber)\b|\bGoogleEarth\b|\bGWX:\w{1,20}|\bMozillaDeveloperPreview\b|\bProcess\/\w{1,64}|\bAnalysysAgent\b|\bSogou(?:MSE|MobileBrowser)|\bchromeframe\b|\butorrent\b|\bQQDownload\b|\bBrowseX\b|\bAlphaServer\b|\bDTS Agent\b|\bmasking-agent\b|\bFire(?:Download|Torrent)\b|\bICAPoHTTPS\b|\bOptimizedIE\d|\bGrab(?:Taxi)?\/\d|; User-agent: Mozilla|rv:[\d.]+ \(\)/gi;

/** The details that the apps of Facebook and Instagram add about device, manufacturer and network. */
const APP_DETAILS = /\[?\bFBA[NV]\/[^\]]*\]?|\bAndroid \(\d[^)]*\)?/g;

/** Names of readers and download managers on phones, and of the firmware of some TVs. */
const APP =
  /news|feed|reader|rss|download|^Yahoo\w{0,9}Mobile|sogou|torrent|com\.google\.|google(?:earth|maps|play)|^Proxy\/|\/Google\/|\w\.com$|^OMI\/|^QQ/i;

/** A browser inside a desktop app: the app is named last, and neither Safari nor Chrome is named. */
const DESKTOP_WEB_VIEW =
  /^Mozilla\/5\.0 \((?:Macintosh|Windows NT|X11)[^)]*\) AppleWebKit\/\S+ \(KHTML, like Gecko\) \w+(?:\/[\d.]+)?$/;

/** Browsers whose user agents differ from those of all others. */
const PLAIN_BROWSER =
  /^(?:AppleTV[\d,]*|Mozilla\/4\.0 \(compatible; Dillo|Dillo|E?Links|Lynx|NetSurf|Opera|Uzbl|w3m)\b/i;

/** @returns the part of the user agent that identifies a bot, or undefined for a person. */
export function findRobot(agent: string): string | undefined {
  if (PLAIN_BROWSER.test(agent) && !ROBOT.test(agent)) return undefined;
  if (FEATURE_PHONE.test(agent)) return ROBOT.exec(agent.replace(GATEWAY, ''))?.[0];
  const onDevice = NAMES_DEVICE.test(agent);
  const described = withoutModel(agent);
  let words = described.replace(APP_DETAILS, '').replace(PEOPLE, '');
  // An app adds its own name, which can contain any word of isbot: "Grab", "InsightTimer", "Flightradar24".
  if (described !== agent && WEB_VIEW.test(agent)) return ROBOT.exec(words)?.[0];
  if (onDevice || DESKTOP_WEB_VIEW.test(agent)) words = withoutApps(words);
  const name = NAMES.exec(words);
  if (name !== null) return name[0];
  if (onDevice || NO_SPACES.test(agent) || COMPATIBLE.test(agent)) {
    return ROBOT.exec(words)?.[0];
  }
  return FORMS.exec(words)?.[0];
}

function withoutModel(agent: string): string {
  const comment = findDeviceComment(agent);
  if (comment === undefined) return agent;
  const { start, end } = comment;
  // The name of a build can contain the name of its author or computer.
  const text = agent.slice(start, end).replace(/\bBuild\/[^;]*/, '');
  if (!NAMES_DEVICE.test(text) || ROBOT_IN_COMMENT.test(text)) return agent;
  return `${agent.slice(0, start)}device${agent.slice(end)}`;
}

function withoutApps(agent: string): string {
  return agent
    .split(' ')
    .filter((word) => !APP.test(word) || ROBOT.test(word))
    .join(' ');
}
