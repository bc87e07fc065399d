import { shared } from './shared.ts';

/**
 * Every word that the dashboard says, in English; another language is another module of this shape. It
 * is imported as a whole (`import * as texts`), so that a page loads the words that it says.
 */
export { account } from './account.ts';
export { change } from './change.ts';
export { links } from './links.ts';
export { metadata } from './metadata.ts';
export { audit, members, tokens } from './people.ts';
export { settings } from './settings.ts';
export { setup } from './setup.ts';
export { invitation, signIn, strength } from './sign-in.ts';
export { templates } from './templates.ts';

export const {
  product,
  cancel,
  save,
  saved,
  close,
  copy,
  copied,
  retry,
  loading,
  more,
  edit,
  add,
  remove,
  none,
  unsavedTitle,
  unsavedText,
  unsavedStay,
  unsavedLeave,
  notFoundTitle,
  notFoundText,
  backToLinks,
  brokenTitle,
  brokenRequest,
  offline,
  needsRole,
  platforms,
  roles,
  nav,
  delete: deleteIt,
} = shared;
export { deleteIt as delete };
