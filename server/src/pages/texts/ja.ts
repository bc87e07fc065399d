import type { Texts } from './texts.ts';

export const JA: Texts = {
  openHeading: { named: 'このリンクは「{app}」で開きます', plain: 'このリンクはアプリで開きます' },
  openText: 'タップするだけで開けます。',
  openButton: { named: '「{app}」で開く', plain: 'アプリを開く' },
  getApp: { named: '「{app}」を入手', plain: 'アプリを入手' },
  getText: 'このリンクの行き先はアプリです。ストアから入手できます。',
  getButton: 'ストアへ移動',
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
  probeHeading: 'まもなく移動します',
  probeText: '自動的に進まないときは、行き先を選んでください。',
  notFoundHeading: 'このリンクの行き先が見つかりません',
  notFoundText:
    '文字が抜けているのかもしれません。大文字と小文字も区別されます。アドレスを確かめるか、送ってくれた方にお尋ねください。',
  goneHeading: 'このリンクは現在使われていません',
  goneText: '作成者が無効にしました。送ってくれた方に、新しいリンクをお尋ねください。',
  noRouteHeading: 'この端末で開けるページがありません',
  noRouteText:
    'このリンクには、お使いの端末用のページがありません。スマートフォンなど、別の端末でお試しください。',
  goHome: { named: '「{app}」へ移動', plain: 'ウェブサイトへ移動' },
  unavailableHeading: 'しばらくお待ちください',
  unavailableText: '現在、このリンクを開けません。数秒後にもう一度お試しください。',
  retry: 'もう一度試す',
  tooManyHeading: '少しお待ちください',
  tooManyText:
    'お使いのネットワークから、存在しないリンクが何度も開かれました。1分ほど待ってから、もう一度開いてください。',
  methodHeading: 'このアドレスは開くためのものです',
  methodText: 'GETとHEADにのみ応答します。',
  homeHeading: 'Smartlinkは動作中です',
  homeText: '短いアドレスひとつで、誰もが正しい場所へ。',
  homeButton: 'APIを試す',
};
