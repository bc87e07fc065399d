import { account } from './account.ts';
import { change } from './change.ts';
import { links } from './links.ts';
import { metadata } from './metadata.ts';
import { audit, members, settings, tokens } from './settings.ts';
import { setup } from './setup.ts';
import { shared } from './shared.ts';
import { invitation, signIn, strength } from './sign-in.ts';
import { templates } from './templates.ts';

/** Every word that the dashboard says, in English; another language is another object of this shape. */
export const texts = {
  ...shared,
  account,
  audit,
  change,
  invitation,
  links,
  members,
  metadata,
  settings,
  setup,
  signIn,
  strength,
  templates,
  tokens,
};
