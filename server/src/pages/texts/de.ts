import type { Texts } from './en.ts';

export const DE: Texts = {
  openHeading: 'Dieser Link öffnet sich in [{app}|einer App]',
  openText: 'Tippen Sie auf die Schaltfläche, um fortzufahren.',
  openButton: '[In {app}|App] öffnen',
  getApp: '[{app}|App] holen',
  getText: 'Dieser Link öffnet sich in einer App. Sie erhalten sie im App-Store.',
  getButton: 'Zum App-Store',
  web: 'Im Web weiter',
  inAppHint:
    'Sie sind im eingebauten Browser [von {browser}|einer App]. Wenn nichts passiert, öffnen Sie dessen Menü (⋯) und wählen Sie „Im Browser öffnen“.',
  blockedHint:
    '[{browser}|Dieser Browser] lässt Links keine anderen Apps öffnen. Öffnen Sie das Menü (⋯) und wählen Sie „Im Browser öffnen“.',
  probeHeading: 'Der Link wird geöffnet',
  probeText: 'Falls diese Seite nicht automatisch weiterleitet, wählen Sie bitte eine Möglichkeit.',
  notFoundHeading: 'Dieser Link wurde nicht gefunden',
  notFoundText:
    'Die Adresse ist möglicherweise unvollständig. Groß- und Kleinbuchstaben werden unterschieden. Bitte prüfen Sie die Adresse, oder fragen Sie die Person, die sie geschickt hat.',
  goneHeading: 'Dieser Link ist nicht mehr verfügbar',
  goneText: 'Bitte fragen Sie die Person, die ihn geschickt hat, nach einem neuen Link.',
  earlyHeading: 'Dieser Link ist noch nicht verfügbar',
  earlyText:
    'Er funktioniert erst später. Versuchen Sie es dann erneut, oder fragen Sie die Person, die ihn geschickt hat.',
  expiredHeading: 'Dieser Link ist abgelaufen',
  expiredText:
    'Er war nur für begrenzte Zeit gültig. Bitte fragen Sie die Person, die ihn geschickt hat, nach einem neuen Link.',
  noRouteHeading: 'Auf diesem Gerät nicht verfügbar',
  noRouteText:
    'Dieser Link lässt sich auf diesem Gerät nicht öffnen. Bitte versuchen Sie es mit einem anderen Gerät, oder fragen Sie die Person, die ihn geschickt hat.',
  scanHeading: 'Öffnen Sie diesen Link auf Ihrem Handy',
  scanText:
    'Richten Sie die Kamera Ihres Handys auf diesen Code, oder geben Sie dort die Adresse darunter ein.',
  scanTextWithoutCode: 'Geben Sie diese Adresse auf Ihrem Handy ein.',
  goHome: '[Zu {app}|Zur Website]',
  unavailableHeading: 'Vorübergehend nicht verfügbar',
  unavailableText:
    'Dieser Link lässt sich gerade nicht öffnen. Bitte versuchen Sie es in einigen Sekunden erneut.',
  retry: 'Erneut versuchen',
  requestId: 'Anfrage-ID:',
  tooManyHeading: 'Bitte warten Sie eine Minute',
  tooManyText:
    'Aus Ihrem Netzwerk wurden viele Links geöffnet, die es nicht gibt. Warten Sie eine Minute, und öffnen Sie diesen Link dann erneut.',
  methodHeading: 'Methode nicht erlaubt',
  methodText: 'Diese Adresse unterstützt nur GET und HEAD.',
};
