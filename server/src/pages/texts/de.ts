import type { Texts } from './texts.ts';

export const DE: Texts = {
  openHeading: {
    named: 'Dieser Link öffnet sich in {app}',
    plain: 'Dieser Link öffnet sich in einer App',
  },
  openText: 'Einmal tippen, schon sind Sie da.',
  openButton: { named: 'In {app} öffnen', plain: 'App öffnen' },
  getApp: { named: '{app} holen', plain: 'App holen' },
  getText: 'Dieser Link führt in eine App. Sie finden sie im Store.',
  getButton: 'Zum Store',
  web: 'Im Web weiter',
  inAppHint: {
    named:
      'Sie sind im eingebauten Browser von {browser}. Wenn nichts passiert, öffnen Sie dessen Menü (⋯) und wählen Sie „Im Browser öffnen“.',
    plain:
      'Sie sind im eingebauten Browser einer App. Wenn nichts passiert, öffnen Sie dessen Menü (⋯) und wählen Sie „Im Browser öffnen“.',
  },
  blockedHint: {
    named:
      '{browser} lässt Links keine anderen Apps öffnen. Öffnen Sie das Menü (⋯) und wählen Sie „Im Browser öffnen“.',
    plain:
      'Dieser Browser lässt Links keine anderen Apps öffnen. Öffnen Sie das Menü (⋯) und wählen Sie „Im Browser öffnen“.',
  },
  probeHeading: 'Gleich geht es weiter',
  probeText: 'Falls sich diese Seite nicht von selbst ändert, wählen Sie bitte einen Weg.',
  notFoundHeading: 'Dieser Link führt nirgendwohin',
  notFoundText:
    'Vielleicht ist unterwegs ein Buchstabe verloren gegangen; auch Groß- und Kleinschreibung zählt. Bitte prüfen Sie die Adresse, oder fragen Sie die Person, die sie geschickt hat.',
  goneHeading: 'Dieser Link ist nicht mehr in Gebrauch',
  goneText:
    'Er wurde abgeschaltet. Bitte fragen Sie die Person, die ihn geschickt hat, nach einem neuen.',
  noRouteHeading: 'Für dieses Gerät gibt es hier nichts',
  noRouteText:
    'Dieser Link hat keine Seite für das Gerät, das Sie gerade benutzen. Bitte versuchen Sie es auf einem anderen, etwa auf Ihrem Handy.',
  goHome: { named: 'Zu {app}', plain: 'Zur Website' },
  unavailableHeading: 'Gleich wieder da',
  unavailableText:
    'Dieser Link lässt sich gerade nicht öffnen. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
  retry: 'Noch einmal versuchen',
  tooManyHeading: 'Einen Moment, bitte',
  tooManyText:
    'Aus Ihrem Netz wurden viele Links geöffnet, die es nicht gibt. Bitte warten Sie eine Minute und öffnen Sie diesen dann noch einmal.',
  methodHeading: 'Diese Adresse ist zum Öffnen da',
  methodText: 'Sie antwortet nur auf GET und HEAD.',
  homeHeading: 'Smartlink läuft',
  homeText: 'Eine kurze Adresse, die alle an den richtigen Ort führt.',
  homeButton: 'API ausprobieren',
};
