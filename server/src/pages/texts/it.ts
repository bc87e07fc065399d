import type { Texts } from './en.ts';

export const IT: Texts = {
  openHeading: 'Questo link si apre in [{app}|un’app]',
  openText: 'Tocca il pulsante per continuare.',
  openButton: 'Apri [in {app}|l’app]',
  getApp: 'Scarica [{app}|l’app]',
  getText: 'Questo link si apre in un’app. Puoi scaricarla dallo store.',
  getButton: 'Vai allo store',
  web: 'Continua sul web',
  inAppHint:
    'Sei nel browser integrato di [{browser}|un’app]. Se non succede nulla, apri il suo menu (⋯) e scegli “Apri nel browser”.',
  blockedHint:
    '[{browser}|Questo browser] non permette ai link di aprire altre app. Apri il menu (⋯) e scegli “Apri nel browser”.',
  probeHeading: 'Apertura del link',
  probeText: 'Se questa pagina non continua automaticamente, scegli un’opzione.',
  notFoundHeading: 'Non troviamo questo link',
  notFoundText:
    'L’indirizzo potrebbe essere incompleto. Maiuscole e minuscole sono diverse. Controlla l’indirizzo o chiedi a chi te l’ha inviato.',
  goneHeading: 'Questo link non è più disponibile',
  goneText: 'Chiedi un nuovo link a chi te l’ha inviato.',
  earlyHeading: 'Questo link non è ancora disponibile',
  earlyText: 'Funzionerà più tardi. Riprova allora o chiedi a chi te l’ha inviato.',
  expiredHeading: 'Questo link è scaduto',
  expiredText:
    'Era valido solo per un periodo limitato. Chiedi un nuovo link a chi te l’ha inviato.',
  noRouteHeading: 'Non disponibile su questo dispositivo',
  noRouteText:
    'Questo link non si apre su questo dispositivo. Prova con un altro o chiedi a chi te l’ha inviato.',
  scanHeading: 'Apri questo link sul telefono',
  scanText:
    'Inquadra questo codice con la fotocamera del telefono oppure inserisci l’indirizzo riportato sotto.',
  scanTextWithoutCode: 'Inserisci questo indirizzo sul telefono.',
  goHome: 'Vai [a {app}|al sito web]',
  unavailableHeading: 'Temporaneamente non disponibile',
  unavailableText: 'In questo momento non è possibile aprire il link. Riprova tra qualche secondo.',
  retry: 'Riprova',
  requestId: 'ID della richiesta:',
  tooManyHeading: 'Attendi un minuto',
  tooManyText:
    'Dalla tua rete sono stati aperti molti link che non esistono. Attendi un minuto, poi riapri questo link.',
  methodHeading: 'Metodo non consentito',
  methodText: 'Questo indirizzo supporta solo GET e HEAD.',
};
