import type { Texts } from './texts.ts';

export const EN: Texts = {
  openHeading: { named: 'This link opens in {app}', plain: 'This link opens in an app' },
  openText: 'One tap and you are there.',
  openButton: { named: 'Open in {app}', plain: 'Open the app' },
  getApp: { named: 'Get {app}', plain: 'Get the app' },
  getText: 'This link leads to an app. You will find it in the store.',
  getButton: 'Go to the store',
  web: 'Continue on the web',
  inAppHint: {
    named:
      'You are in the built-in browser of {browser}. If nothing happens, open its menu (⋯) and choose “Open in browser”.',
    plain:
      'You are in the built-in browser of an app. If nothing happens, open its menu (⋯) and choose “Open in browser”.',
  },
  blockedHint: {
    named:
      '{browser} does not let links open other apps. Open its menu (⋯) and choose “Open in browser”.',
    plain:
      'This browser does not let links open other apps. Open its menu (⋯) and choose “Open in browser”.',
  },
  probeHeading: 'Almost there',
  probeText: 'If this page does not go on by itself, please choose a way.',
  notFoundHeading: 'This link leads nowhere',
  notFoundText:
    'Perhaps a letter got lost on the way; capital and small letters are different here. Please check the address, or ask the person who sent it.',
  goneHeading: 'This link is no longer in use',
  goneText: 'Whoever made it has switched it off. Please ask the person who sent it for a new one.',
  noRouteHeading: 'Nothing here for this device',
  noRouteText:
    'This link has no page for the device you are using. Please try it on another one, such as your phone.',
  goHome: { named: 'Go to {app}', plain: 'Go to the website' },
  unavailableHeading: 'Back in a moment',
  unavailableText: 'This link cannot be opened right now. Please try again in a few seconds.',
  retry: 'Try again',
  tooManyHeading: 'One moment, please',
  tooManyText:
    'Many links that do not exist were opened from your network. Please wait a minute, then open this one again.',
  methodHeading: 'This address is for opening',
  methodText: 'It answers to GET and HEAD only.',
  homeHeading: 'Smartlink is running',
  homeText: 'One short address that leads every visitor to the right place.',
  homeButton: 'Try the API',
};
