import { shared } from './shared.ts';

/*
 * Every word that the dashboard says, in English; another language is another folder of this shape.
 * These are the words of every page; those of one feature stand beside, so that a page loads its own.
 */
export const {
  product,
  cancel,
  save,
  saved,
  close,
  copy,
  copied,
  notCopied,
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
  outdated,
  offline,
  showPassword,
  needsRole,
  platforms,
  roles,
  nav,
  delete: deleteIt,
} = shared;
export { deleteIt as delete };
