import type { Texts } from './en.ts';

export const NL: Texts = {
  openHeading: 'Deze link opent in [{app}|een app]',
  openText: 'Tik op de knop om door te gaan.',
  openButton: '[Openen in {app}|App openen]',
  getApp: '[{app}|App] downloaden',
  getText: 'Deze link opent in een app. Je kunt de app in de appstore downloaden.',
  getButton: 'Naar de appstore',
  web: 'Verder op het web',
  inAppHint:
    'Je bent in de ingebouwde browser van [{browser}|een app]. Gebeurt er niets, open dan het menu (⋯) en kies ‘Openen in browser’.',
  blockedHint:
    '[{browser}|Deze browser] laat links geen andere apps openen. Open het menu (⋯) en kies ‘Openen in browser’.',
  probeHeading: 'De link wordt geopend',
  probeText: 'Gaat deze pagina niet automatisch verder, kies dan een optie.',
  notFoundHeading: 'We kunnen deze link niet vinden',
  notFoundText:
    'Het adres is misschien onvolledig. Hoofdletters en kleine letters zijn verschillend. Controleer het adres of vraag het aan degene die het stuurde.',
  goneHeading: 'Deze link is niet meer beschikbaar',
  goneText: 'Vraag degene die hem stuurde om een nieuwe link.',
  earlyHeading: 'Deze link is nog niet beschikbaar',
  earlyText:
    'De link werkt pas later. Probeer het dan opnieuw, of vraag het degene die hem stuurde.',
  expiredHeading: 'Deze link is verlopen',
  expiredText:
    'De link was maar beperkte tijd geldig. Vraag degene die hem stuurde om een nieuwe link.',
  noRouteHeading: 'Niet beschikbaar op dit apparaat',
  noRouteText:
    'Deze link opent niet op dit apparaat. Probeer een ander apparaat, of vraag het degene die hem stuurde.',
  scanHeading: 'Open deze link op je telefoon',
  scanText:
    'Richt de camera van je telefoon op deze code, of voer het adres eronder in op je telefoon.',
  scanTextWithoutCode: 'Voer dit adres in op je telefoon.',
  goHome: 'Naar [{app}|de website]',
  unavailableHeading: 'Tijdelijk niet beschikbaar',
  unavailableText:
    'Deze link kan nu niet worden geopend. Probeer het over een paar seconden opnieuw.',
  retry: 'Opnieuw proberen',
  requestId: 'Aanvraag-ID:',
  tooManyHeading: 'Wacht een minuut',
  tooManyText:
    'Vanaf jouw netwerk zijn veel links geopend die niet bestaan. Wacht een minuut en open deze link dan opnieuw.',
  methodHeading: 'Methode niet toegestaan',
  methodText: 'Dit adres ondersteunt alleen GET en HEAD.',
};
