import type { Texts } from './en.ts';

export const JA: Texts = {
  openHeading: 'このリンクは[「{app}」|アプリ]で開きます',
  openText: 'ボタンをタップして続けてください。',
  openButton: '[「{app}」で|アプリを]開く',
  getApp: '[「{app}」|アプリ]を入手',
  getText: 'このリンクはアプリで開きます。アプリストアから入手できます。',
  getButton: 'アプリストアへ移動',
  web: 'ウェブで続ける',
  inAppHint:
    '[「{browser}」|アプリ]の内蔵ブラウザで表示しています。何も起こらないときは、メニュー（⋯）から「ブラウザで開く」を選んでください。',
  blockedHint:
    '[「{browser}」|このブラウザ]では、リンクからほかのアプリを開けません。メニュー（⋯）から「ブラウザで開く」を選んでください。',
  probeHeading: 'リンクを開いています',
  probeText: '自動的に進まないときは、いずれかを選んでください。',
  notFoundHeading: 'このリンクが見つかりません',
  notFoundText:
    'アドレスの一部が抜けている可能性があります。大文字と小文字は区別されます。アドレスを確認するか、送信者にお問い合わせください。',
  goneHeading: 'このリンクはご利用いただけなくなりました',
  goneText: '送信者に新しいリンクを依頼してください。',
  earlyHeading: 'このリンクはまだ利用できません',
  earlyText:
    '後で利用できるようになります。その時にもう一度お試しいただくか、送信者にお問い合わせください。',
  expiredHeading: 'このリンクは有効期限が切れています',
  expiredText: '期間限定のリンクでした。送信者に新しいリンクを依頼してください。',
  noRouteHeading: 'この端末では利用できません',
  noRouteText:
    'この端末では、このリンクを開けません。別の端末でお試しいただくか、送信者にお問い合わせください。',
  scanHeading: 'スマートフォンでこのリンクを開いてください',
  scanText: 'スマートフォンのカメラでこのコードを読み取るか、下のアドレスを入力してください。',
  scanTextWithoutCode: 'スマートフォンでこのアドレスを入力してください。',
  goHome: '[「{app}」|ウェブサイト]へ移動',
  unavailableHeading: '一時的に利用できません',
  unavailableText: '現在、このリンクを開けません。数秒後にもう一度お試しください。',
  retry: 'もう一度試す',
  requestId: 'リクエストID：',
  tooManyHeading: '1分ほどお待ちください',
  tooManyText:
    'お使いのネットワークから、存在しないリンクが何度も開かれました。1分ほど待ってから、もう一度開いてください。',
  methodHeading: '許可されていないメソッドです',
  methodText: 'このアドレスはGETとHEADのみに対応しています。',
};
