import type { Texts } from './texts.ts';

export const NL: Texts = {
  openHeading: { named: 'Deze link opent in {app}', plain: 'Deze link opent in een app' },
  openText: 'Eén tik en je bent er.',
  openButton: { named: 'Openen in {app}', plain: 'App openen' },
  getApp: { named: '{app} downloaden', plain: 'App downloaden' },
  getText: 'Deze link leidt naar een app. Je vindt de app in de store.',
  getButton: 'Naar de store',
  web: 'Verder op het web',
  inAppHint: {
    named:
      'Je bent in de ingebouwde browser van {browser}. Gebeurt er niets, open dan het menu (⋯) en kies ‘Openen in browser’.',
    plain:
      'Je bent in de ingebouwde browser van een app. Gebeurt er niets, open dan het menu (⋯) en kies ‘Openen in browser’.',
  },
  blockedHint: {
    named:
      '{browser} laat links geen andere apps openen. Open het menu (⋯) en kies ‘Openen in browser’.',
    plain:
      'Deze browser laat links geen andere apps openen. Open het menu (⋯) en kies ‘Openen in browser’.',
  },
  probeHeading: 'Bijna klaar',
  probeText: 'Gaat deze pagina niet vanzelf verder, kies dan zelf hoe.',
  notFoundHeading: 'Deze link leidt nergens heen',
  notFoundText:
    'Misschien is er onderweg een letter verdwenen; hoofdletters tellen ook mee. Controleer het adres of vraag het aan degene die het stuurde.',
  goneHeading: 'Deze link is niet meer in gebruik',
  goneText: 'De maker heeft hem uitgezet. Vraag degene die hem stuurde om een nieuwe.',
  noRouteHeading: 'Hier is niets voor dit apparaat',
  noRouteText:
    'Deze link heeft geen pagina voor het apparaat dat je gebruikt. Probeer het op een ander apparaat, zoals je telefoon.',
  goHome: { named: 'Naar {app}', plain: 'Naar de website' },
  unavailableHeading: 'Zo terug',
  unavailableText:
    'Deze link kan nu even niet worden geopend. Probeer het over een paar seconden opnieuw.',
  retry: 'Opnieuw proberen',
  tooManyHeading: 'Een moment geduld',
  tooManyText:
    'Vanaf jouw netwerk zijn veel links geopend die niet bestaan. Wacht een minuut en open deze dan opnieuw.',
  methodHeading: 'Dit adres is om te openen',
  methodText: 'Het antwoordt alleen op GET en HEAD.',
  homeHeading: 'Smartlink draait',
  homeText: 'Eén kort adres dat elke bezoeker naar de juiste plek brengt.',
  homeButton: 'Probeer de API',
};
