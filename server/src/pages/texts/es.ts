import type { Texts } from './en.ts';

export const ES: Texts = {
  openHeading: 'Este enlace se abre en [{app}|una app]',
  openText: 'Toca el botón para continuar.',
  openButton: 'Abrir [en {app}|la app]',
  getApp: 'Obtener [{app}|la app]',
  getText: 'Este enlace se abre en una app. Puedes obtenerla en la tienda de apps.',
  getButton: 'Ir a la tienda de apps',
  web: 'Continuar en la web',
  inAppHint:
    'Estás en el navegador integrado de [{browser}|una app]. Si no pasa nada, abre su menú (⋯) y elige «Abrir en el navegador».',
  blockedHint:
    '[{browser}|Este navegador] no permite que los enlaces abran otras apps. Abre el menú (⋯) y elige «Abrir en el navegador».',
  probeHeading: 'Abriendo el enlace',
  probeText: 'Si esta página no continúa automáticamente, elige una opción.',
  notFoundHeading: 'No encontramos este enlace',
  notFoundText:
    'Es posible que la dirección esté incompleta. Se distinguen mayúsculas y minúsculas. Revisa la dirección o pregunta a quien te la envió.',
  goneHeading: 'Este enlace ya no está disponible',
  goneText: 'Pide un enlace nuevo a quien te lo envió.',
  earlyHeading: 'Este enlace todavía no está disponible',
  earlyText: 'Funcionará más adelante. Inténtalo entonces o pregunta a quien te lo envió.',
  expiredHeading: 'Este enlace ha caducado',
  expiredText:
    'Solo funcionó durante un tiempo limitado. Pide un enlace nuevo a quien te lo envió.',
  noRouteHeading: 'No disponible en este dispositivo',
  noRouteText:
    'Este enlace no se abre en este dispositivo. Prueba con otro o pregunta a quien te lo envió.',
  scanHeading: 'Abre este enlace en tu teléfono',
  scanText:
    'Apunta con la cámara de tu teléfono a este código o escribe en él la dirección que aparece debajo.',
  scanTextWithoutCode: 'Escribe esta dirección en tu teléfono.',
  goHome: 'Ir [a {app}|al sitio web]',
  unavailableHeading: 'No disponible temporalmente',
  unavailableText:
    'Este enlace no se puede abrir en este momento. Inténtalo de nuevo en unos segundos.',
  retry: 'Intentar de nuevo',
  requestId: 'ID de la solicitud:',
  tooManyHeading: 'Espera un minuto',
  tooManyText:
    'Desde tu red se han abierto muchos enlaces que no existen. Espera un minuto y vuelve a abrir este enlace.',
  methodHeading: 'Método no permitido',
  methodText: 'Esta dirección solo admite GET y HEAD.',
};
