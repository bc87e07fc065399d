import type { Texts } from './texts.ts';

export const IT: Texts = {
  openHeading: { named: 'Questo link si apre in {app}', plain: 'Questo link si apre in un’app' },
  openText: 'Basta un tocco.',
  openButton: { named: 'Apri in {app}', plain: 'Apri l’app' },
  getApp: { named: 'Scarica {app}', plain: 'Scarica l’app' },
  getText: 'Questo link porta a un’app. La trovi nello store.',
  getButton: 'Vai allo store',
  web: 'Continua sul web',
  inAppHint: {
    named:
      'Sei nel browser integrato di {browser}. Se non succede nulla, apri il suo menu (⋯) e scegli “Apri nel browser”.',
    plain:
      'Sei nel browser integrato di un’app. Se non succede nulla, apri il suo menu (⋯) e scegli “Apri nel browser”.',
  },
  blockedHint: {
    named:
      '{browser} non permette ai link di aprire altre app. Apri il menu (⋯) e scegli “Apri nel browser”.',
    plain:
      'Questo browser non permette ai link di aprire altre app. Apri il menu (⋯) e scegli “Apri nel browser”.',
  },
  probeHeading: 'Ci siamo quasi',
  probeText: 'Se questa pagina non va avanti da sola, scegli come continuare.',
  notFoundHeading: 'Questo link non porta da nessuna parte',
  notFoundText:
    'Forse una lettera si è persa per strada; anche maiuscole e minuscole contano. Controlla l’indirizzo o chiedi a chi te l’ha inviato.',
  goneHeading: 'Questo link non è più in uso',
  goneText: 'Chi l’ha creato lo ha disattivato. Chiedine uno nuovo a chi te l’ha inviato.',
  noRouteHeading: 'Qui non c’è nulla per questo dispositivo',
  noRouteText:
    'Questo link non ha una pagina per il dispositivo che stai usando. Prova con un altro, per esempio con il telefono.',
  goHome: { named: 'Vai a {app}', plain: 'Vai al sito web' },
  unavailableHeading: 'Torniamo tra un attimo',
  unavailableText: 'In questo momento non è possibile aprire il link. Riprova tra qualche secondo.',
  retry: 'Riprova',
  tooManyHeading: 'Un momento, per favore',
  tooManyText:
    'Dalla tua rete sono stati aperti molti link che non esistono. Attendi un minuto, poi riapri questo.',
  methodHeading: 'Questo indirizzo serve per essere aperto',
  methodText: 'Risponde solo a GET e HEAD.',
  homeHeading: 'Smartlink è in funzione',
  homeText: 'Un indirizzo breve che porta ogni visitatore nel posto giusto.',
  homeButton: 'Prova l’API',
};
