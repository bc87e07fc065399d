import type { Texts } from './texts.ts';

export const ES: Texts = {
  openHeading: { named: 'Este enlace se abre en {app}', plain: 'Este enlace se abre en una app' },
  openText: 'Un toque y ya estás allí.',
  openButton: { named: 'Abrir en {app}', plain: 'Abrir la app' },
  getApp: { named: 'Obtener {app}', plain: 'Obtener la app' },
  getText: 'Este enlace lleva a una app. La encontrarás en la tienda.',
  getButton: 'Ir a la tienda',
  web: 'Continuar en la web',
  inAppHint: {
    named:
      'Estás en el navegador integrado de {browser}. Si no pasa nada, abre su menú (⋯) y elige «Abrir en el navegador».',
    plain:
      'Estás en el navegador integrado de una app. Si no pasa nada, abre su menú (⋯) y elige «Abrir en el navegador».',
  },
  blockedHint: {
    named:
      '{browser} no permite que los enlaces abran otras apps. Abre el menú (⋯) y elige «Abrir en el navegador».',
    plain:
      'Este navegador no permite que los enlaces abran otras apps. Abre el menú (⋯) y elige «Abrir en el navegador».',
  },
  probeHeading: 'Ya casi está',
  probeText: 'Si esta página no avanza sola, elige cómo continuar.',
  notFoundHeading: 'Este enlace no lleva a ninguna parte',
  notFoundText:
    'Quizá se perdió una letra por el camino; las mayúsculas también cuentan. Revisa la dirección o pregunta a quien te la envió.',
  goneHeading: 'Este enlace ya no está en uso',
  goneText: 'Quien lo creó lo ha desactivado. Pide uno nuevo a quien te lo envió.',
  noRouteHeading: 'Aquí no hay nada para este dispositivo',
  noRouteText:
    'Este enlace no tiene ninguna página para el dispositivo que estás usando. Prueba con otro, por ejemplo con tu teléfono.',
  goHome: { named: 'Ir a {app}', plain: 'Ir al sitio web' },
  unavailableHeading: 'Volvemos enseguida',
  unavailableText:
    'Este enlace no se puede abrir en este momento. Inténtalo de nuevo en unos segundos.',
  retry: 'Intentar de nuevo',
  tooManyHeading: 'Un momento, por favor',
  tooManyText:
    'Desde tu red se han abierto muchos enlaces que no existen. Espera un minuto y vuelve a abrir este.',
  methodHeading: 'Esta dirección es para abrirla',
  methodText: 'Solo responde a GET y HEAD.',
  homeHeading: 'Smartlink está en marcha',
  homeText: 'Una dirección corta que lleva a cada visitante al lugar correcto.',
  homeButton: 'Probar la API',
};
