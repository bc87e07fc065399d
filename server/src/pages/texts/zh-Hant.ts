import type { Texts } from './texts.ts';

export const ZH_HANT: Texts = {
  openHeading: { named: '此連結將在「{app}」中開啟', plain: '此連結將在 App 中開啟' },
  openText: '點一下即可前往。',
  openButton: { named: '在「{app}」中開啟', plain: '開啟 App' },
  getApp: { named: '取得「{app}」', plain: '取得 App' },
  getText: '此連結通往一個 App，您可以在商店中找到它。',
  getButton: '前往商店',
  web: '在網頁上繼續',
  inAppHint: {
    named:
      '您正在使用「{browser}」的內建瀏覽器。如果沒有反應，請打開選單（⋯），選擇「在瀏覽器中開啟」。',
    plain:
      '您正在使用某個 App 的內建瀏覽器。如果沒有反應，請打開選單（⋯），選擇「在瀏覽器中開啟」。',
  },
  blockedHint: {
    named: '「{browser}」不允許連結開啟其他 App。請打開選單（⋯），選擇「在瀏覽器中開啟」。',
    plain: '此瀏覽器不允許連結開啟其他 App。請打開選單（⋯），選擇「在瀏覽器中開啟」。',
  },
  probeHeading: '就快好了',
  probeText: '如果頁面沒有自動跳轉，請選擇前往方式。',
  notFoundHeading: '找不到此連結指向的頁面',
  notFoundText: '可能漏了一個字母，字母也會區分大小寫。請檢查網址，或詢問傳送連結的人。',
  goneHeading: '此連結已停用',
  goneText: '建立者已將它停用。請向傳送連結的人索取新連結。',
  noRouteHeading: '這部裝置沒有可用的內容',
  noRouteText: '此連結沒有適合您目前裝置的頁面。請換一部裝置試試，例如手機。',
  goHome: { named: '前往「{app}」', plain: '前往網站' },
  unavailableHeading: '請稍候片刻',
  unavailableText: '目前無法開啟此連結，請在幾秒後再試一次。',
  retry: '再試一次',
  tooManyHeading: '請稍等',
  tooManyText: '您所在的網路開啟了太多不存在的連結。請等待一分鐘，再開啟此連結。',
  methodHeading: '這個網址是用來開啟的',
  methodText: '它只回應 GET 和 HEAD。',
  homeHeading: 'Smartlink 正在執行',
  homeText: '一個短網址，帶每位訪客到對的地方。',
  homeButton: '試用 API',
};
