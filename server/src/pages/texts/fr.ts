import type { Texts } from './texts.ts';

export const FR: Texts = {
  openHeading: {
    named: 'Ce lien s’ouvre dans {app}',
    plain: 'Ce lien s’ouvre dans une application',
  },
  openText: 'Appuyez sur le bouton pour continuer.',
  openButton: { named: 'Ouvrir dans {app}', plain: 'Ouvrir l’application' },
  getApp: { named: 'Obtenir {app}', plain: 'Obtenir l’application' },
  getText:
    'Ce lien s’ouvre dans une application. Vous pouvez l’obtenir dans la boutique d’applications.',
  getButton: 'Aller à la boutique d’applications',
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
  probeHeading: 'Ouverture du lien',
  probeText: 'Si cette page ne continue pas automatiquement, choisissez une option.',
  notFoundHeading: 'Ce lien est introuvable',
  notFoundText:
    'L’adresse est peut-être incomplète. Les majuscules et les minuscules sont différentes. Vérifiez l’adresse ou demandez à la personne qui vous l’a envoyée.',
  goneHeading: 'Ce lien n’est plus utilisé',
  goneText: 'Il a été désactivé. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
  noRouteHeading: 'Non disponible sur cet appareil',
  noRouteText:
    'Ce lien ne s’ouvre pas sur l’appareil que vous utilisez. Essayez avec un autre appareil, par exemple votre téléphone.',
  goHome: { named: 'Aller à {app}', plain: 'Aller au site web' },
  unavailableHeading: 'Temporairement indisponible',
  unavailableText:
    'Ce lien ne peut pas être ouvert pour le moment. Réessayez dans quelques secondes.',
  retry: 'Réessayer',
  tooManyHeading: 'Veuillez patienter une minute',
  tooManyText:
    'De nombreux liens qui n’existent pas ont été ouverts depuis votre réseau. Attendez une minute, puis rouvrez ce lien.',
  methodHeading: 'Méthode non autorisée',
  methodText: 'Cette adresse accepte uniquement GET et HEAD.',
  homeHeading: 'Smartlink est en marche',
  homeText: 'Un lien court qui mène chaque visiteur au bon endroit.',
  homeButton: 'Essayer l’API',
};
