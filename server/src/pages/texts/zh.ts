import type { Texts } from './texts.ts';

export const ZH: Texts = {
  openHeading: { named: '此链接将在“{app}”中打开', plain: '此链接将在应用中打开' },
  openText: '轻点一下即可前往。',
  openButton: { named: '在“{app}”中打开', plain: '打开应用' },
  getApp: { named: '获取“{app}”', plain: '获取应用' },
  getText: '此链接指向一个应用，可在应用商店中找到。',
  getButton: '前往应用商店',
  web: '在网页上继续',
  inAppHint: {
    named:
      '您正在使用“{browser}”的内置浏览器。如果没有反应，请打开菜单（⋯），选择“在浏览器中打开”。',
    plain: '您正在使用某个应用的内置浏览器。如果没有反应，请打开菜单（⋯），选择“在浏览器中打开”。',
  },
  blockedHint: {
    named: '“{browser}”不允许链接打开其他应用。请打开菜单（⋯），选择“在浏览器中打开”。',
    plain: '此浏览器不允许链接打开其他应用。请打开菜单（⋯），选择“在浏览器中打开”。',
  },
  probeHeading: '马上就好',
  probeText: '如果页面没有自动跳转，请选择前往方式。',
  notFoundHeading: '找不到此链接指向的页面',
  notFoundText: '可能漏掉了一个字母，字母还要区分大小写。请检查地址，或询问发送链接的人。',
  goneHeading: '此链接已停用',
  goneText: '创建者已将其停用。请向发送链接的人索取新链接。',
  noRouteHeading: '此设备没有可用的内容',
  noRouteText: '此链接没有适用于您当前设备的页面。请换一台设备试试，例如手机。',
  goHome: { named: '前往“{app}”', plain: '前往网站' },
  unavailableHeading: '请稍候片刻',
  unavailableText: '现在无法打开此链接，请几秒钟后重试。',
  retry: '重试',
  tooManyHeading: '请稍等',
  tooManyText: '您所在的网络打开了太多不存在的链接。请等待一分钟，再打开此链接。',
  methodHeading: '此地址用于打开访问',
  methodText: '它只响应 GET 和 HEAD。',
  homeHeading: 'Smartlink 正在运行',
  homeText: '一个短地址，带每位访客去对的地方。',
  homeButton: '试用 API',
};
