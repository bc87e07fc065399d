import type { Texts } from './en.ts';

export const ZH_HANT: Texts = {
  openHeading: '此連結將在[「{app}」| App ]中開啟',
  openText: '點一下按鈕以繼續。',
  openButton: '[在「{app}」中開啟|開啟 App]',
  getApp: '取得[「{app}」| App]',
  getText: '此連結在 App 中開啟。您可以在 App 商店中取得該 App。',
  getButton: '前往 App 商店',
  web: '在網頁上繼續',
  inAppHint:
    '您正在使用[「{browser}」|某個 App ]的內建瀏覽器。如果沒有反應，請打開選單（⋯），選擇「在瀏覽器中開啟」。',
  blockedHint:
    '[「{browser}」|此瀏覽器]不允許連結開啟其他 App。請打開選單（⋯），選擇「在瀏覽器中開啟」。',
  probeHeading: '正在開啟連結',
  probeText: '如果頁面沒有自動跳轉，請選擇一項。',
  notFoundHeading: '找不到此連結',
  notFoundText: '網址可能不完整。字母區分大小寫。請檢查網址，或詢問傳送連結的人。',
  goneHeading: '此連結已不再使用',
  goneText: '此連結已被停用。請向傳送連結的人索取新連結。',
  noRouteHeading: '此裝置無法使用',
  noRouteText: '此連結無法在您目前的裝置上開啟。請換一部裝置試試，例如手機。',
  goHome: '前往[「{app}」|網站]',
  unavailableHeading: '暫時無法使用',
  unavailableText: '目前無法開啟此連結，請在幾秒後再試一次。',
  retry: '再試一次',
  tooManyHeading: '請等待一分鐘',
  tooManyText: '您所在的網路開啟了太多不存在的連結。請等待一分鐘，然後再次開啟此連結。',
  methodHeading: '不允許的方法',
  methodText: '此網址僅支援 GET 和 HEAD。',
};
