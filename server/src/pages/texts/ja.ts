import type { Texts } from './texts.ts';

export const JA: Texts = {
  openHeading: { named: 'このリンクは「{app}」で開きます', plain: 'このリンクはアプリで開きます' },
  openText: 'ボタンをタップして続けてください。',
  openButton: { named: '「{app}」で開く', plain: 'アプリを開く' },
  getApp: { named: '「{app}」を入手', plain: 'アプリを入手' },
  getText: 'このリンクはアプリで開きます。アプリストアから入手できます。',
  getButton: 'アプリストアへ移動',
  web: 'ウェブで続ける',
  inAppHint: {
    named:
      '「{browser}」の内蔵ブラウザで表示しています。何も起こらないときは、メニュー（⋯）から「ブラウザで開く」を選んでください。',
    plain:
      'アプリの内蔵ブラウザで表示しています。何も起こらないときは、メニュー（⋯）から「ブラウザで開く」を選んでください。',
  },
  blockedHint: {
    named:
      '「{browser}」では、リンクからほかのアプリを開けません。メニュー（⋯）から「ブラウザで開く」を選んでください。',
    plain:
      'このブラウザでは、リンクからほかのアプリを開けません。メニュー（⋯）から「ブラウザで開く」を選んでください。',
  },
  probeHeading: 'リンクを開いています',
  probeText: '自動的に進まないときは、いずれかを選んでください。',
  notFoundHeading: 'このリンクが見つかりません',
  notFoundText:
    'アドレスの一部が抜けている可能性があります。大文字と小文字は区別されます。アドレスを確認するか、送信者にお問い合わせください。',
  goneHeading: 'このリンクは現在使われていません',
  goneText: 'このリンクは無効になりました。送信者に新しいリンクを依頼してください。',
  noRouteHeading: 'この端末では利用できません',
  noRouteText:
    'お使いの端末では、このリンクを開けません。スマートフォンなど、別の端末でお試しください。',
  goHome: { named: '「{app}」へ移動', plain: 'ウェブサイトへ移動' },
  unavailableHeading: '一時的に利用できません',
  unavailableText: '現在、このリンクを開けません。数秒後にもう一度お試しください。',
  retry: 'もう一度試す',
  tooManyHeading: '1分ほどお待ちください',
  tooManyText:
    'お使いのネットワークから、存在しないリンクが何度も開かれました。1分ほど待ってから、もう一度開いてください。',
  methodHeading: '許可されていないメソッドです',
  methodText: 'このアドレスはGETとHEADのみに対応しています。',
  homeHeading: 'Smartlinkは動作中です',
  homeText: '短いリンクひとつで、誰もが正しい場所へ。',
  homeButton: 'APIを試す',
};
