import type { Texts } from './texts.ts';

export const FR: Texts = {
  openHeading: {
    named: 'Ce lien s’ouvre dans {app}',
    plain: 'Ce lien s’ouvre dans une application',
  },
  openText: 'Un geste, et vous y êtes.',
  openButton: { named: 'Ouvrir dans {app}', plain: 'Ouvrir l’application' },
  getApp: { named: 'Obtenir {app}', plain: 'Obtenir l’application' },
  getText: 'Ce lien mène à une application. Vous la trouverez dans la boutique.',
  getButton: 'Aller à la boutique',
  web: 'Continuer sur le web',
  inAppHint: {
    named:
      'Vous êtes dans le navigateur intégré de {browser}. Si rien ne se passe, ouvrez son menu (⋯) et choisissez « Ouvrir dans le navigateur ».',
    plain:
      'Vous êtes dans le navigateur intégré d’une application. Si rien ne se passe, ouvrez son menu (⋯) et choisissez « Ouvrir dans le navigateur ».',
  },
  blockedHint: {
    named:
      '{browser} ne laisse pas les liens ouvrir d’autres applications. Ouvrez son menu (⋯) et choisissez « Ouvrir dans le navigateur ».',
    plain:
      'Ce navigateur ne laisse pas les liens ouvrir d’autres applications. Ouvrez son menu (⋯) et choisissez « Ouvrir dans le navigateur ».',
  },
  probeHeading: 'Vous y êtes presque',
  probeText: 'Si cette page ne continue pas toute seule, choisissez comment poursuivre.',
  notFoundHeading: 'Ce lien ne mène nulle part',
  notFoundText:
    'Une lettre s’est peut-être perdue en route ; les majuscules comptent aussi. Vérifiez l’adresse ou demandez à la personne qui vous l’a envoyée.',
  goneHeading: 'Ce lien n’est plus utilisé',
  goneText: 'La personne qui l’a créé l’a désactivé. Demandez-en un nouveau à qui vous l’a envoyé.',
  noRouteHeading: 'Rien ici pour cet appareil',
  noRouteText:
    'Ce lien n’a pas de page pour l’appareil que vous utilisez. Essayez-en un autre, par exemple votre téléphone.',
  goHome: { named: 'Aller à {app}', plain: 'Aller au site web' },
  unavailableHeading: 'De retour dans un instant',
  unavailableText:
    'Ce lien ne peut pas être ouvert pour le moment. Réessayez dans quelques secondes.',
  retry: 'Réessayer',
  tooManyHeading: 'Un instant, s’il vous plaît',
  tooManyText:
    'De nombreux liens qui n’existent pas ont été ouverts depuis votre réseau. Attendez une minute, puis rouvrez celui-ci.',
  methodHeading: 'Cette adresse est faite pour être ouverte',
  methodText: 'Elle ne répond qu’à GET et HEAD.',
  homeHeading: 'Smartlink est en marche',
  homeText: 'Une adresse courte qui mène chaque visiteur au bon endroit.',
  homeButton: 'Essayer l’API',
};
