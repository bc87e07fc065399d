import type { Texts } from './en.ts';

export const FR: Texts = {
  openHeading: 'Ce lien s’ouvre dans [{app}|une application]',
  openText: 'Appuyez sur le bouton pour continuer.',
  openButton: 'Ouvrir [dans {app}|l’application]',
  getApp: 'Obtenir [{app}|l’application]',
  getText:
    'Ce lien s’ouvre dans une application. Vous pouvez l’obtenir dans la boutique d’applications.',
  getButton: 'Aller à la boutique d’applications',
  web: 'Continuer sur le web',
  inAppHint:
    'Vous êtes dans le navigateur intégré [de {browser}|d’une application]. Si rien ne se passe, ouvrez son menu (⋯) et choisissez « Ouvrir dans le navigateur ».',
  blockedHint:
    '[{browser}|Ce navigateur] ne laisse pas les liens ouvrir d’autres applications. Ouvrez son menu (⋯) et choisissez « Ouvrir dans le navigateur ».',
  probeHeading: 'Ouverture du lien',
  probeText: 'Si cette page ne continue pas automatiquement, choisissez une option.',
  notFoundHeading: 'Ce lien est introuvable',
  notFoundText:
    'L’adresse est peut-être incomplète. Les majuscules et les minuscules sont différentes. Vérifiez l’adresse ou demandez à la personne qui vous l’a envoyée.',
  goneHeading: 'Ce lien n’est plus disponible',
  goneText: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
  earlyHeading: 'Ce lien n’est pas encore disponible',
  earlyText:
    'Il fonctionnera plus tard. Réessayez à ce moment-là, ou demandez à la personne qui vous l’a envoyé.',
  expiredHeading: 'Ce lien a expiré',
  expiredText:
    'Il n’était valable que pour une durée limitée. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
  noRouteHeading: 'Non disponible sur cet appareil',
  noRouteText:
    'Ce lien ne s’ouvre pas sur cet appareil. Essayez avec un autre appareil ou demandez à la personne qui vous l’a envoyé.',
  scanHeading: 'Ouvrez ce lien sur votre téléphone',
  scanText:
    'Visez ce code avec l’appareil photo de votre téléphone, ou saisissez-y l’adresse ci-dessous.',
  scanTextWithoutCode: 'Saisissez cette adresse sur votre téléphone.',
  goHome: 'Aller [à {app}|au site web]',
  unavailableHeading: 'Temporairement indisponible',
  unavailableText:
    'Ce lien ne peut pas être ouvert pour le moment. Réessayez dans quelques secondes.',
  retry: 'Réessayer',
  requestId: 'Identifiant de la requête :',
  tooManyHeading: 'Veuillez patienter une minute',
  tooManyText:
    'De nombreux liens qui n’existent pas ont été ouverts depuis votre réseau. Attendez une minute, puis rouvrez ce lien.',
  methodHeading: 'Méthode non autorisée',
  methodText: 'Cette adresse accepte uniquement GET et HEAD.',
};
