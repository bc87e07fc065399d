import type { Texts } from './en.ts';

export const ZH: Texts = {
  openHeading: '此链接将在[“{app}”|应用]中打开',
  openText: '点击按钮以继续。',
  openButton: '[在“{app}”中打开|打开应用]',
  getApp: '获取[“{app}”|应用]',
  getText: '此链接在应用中打开。您可以在应用商店中获取该应用。',
  getButton: '前往应用商店',
  web: '在网页上继续',
  inAppHint:
    '您正在使用[“{browser}”|某个应用]的内置浏览器。如果没有反应，请打开菜单（⋯），选择“在浏览器中打开”。',
  blockedHint:
    '[“{browser}”|此浏览器]不允许链接打开其他应用。请打开菜单（⋯），选择“在浏览器中打开”。',
  probeHeading: '正在打开链接',
  probeText: '如果页面没有自动跳转，请选择一项。',
  notFoundHeading: '找不到此链接',
  notFoundText: '地址可能不完整。字母区分大小写。请检查地址，或询问发送链接的人。',
  goneHeading: '此链接已不再使用',
  goneText: '此链接已被停用。请向发送链接的人索取新链接。',
  noRouteHeading: '此设备不可用',
  noRouteText: '此链接无法在您当前的设备上打开。请换一台设备试试，例如手机。',
  goHome: '前往[“{app}”|网站]',
  unavailableHeading: '暂时不可用',
  unavailableText: '现在无法打开此链接，请几秒钟后重试。',
  retry: '重试',
  tooManyHeading: '请等待一分钟',
  tooManyText: '您所在的网络打开了太多不存在的链接。请等待一分钟，然后再次打开此链接。',
  methodHeading: '不允许的方法',
  methodText: '此地址仅支持 GET 和 HEAD。',
};
