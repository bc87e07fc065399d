import { shared } from './shared.ts';

/*
 * All texts of the dashboard, in English. A translation is another folder of the same shape.
 * This file has the texts of all pages. Each feature has its own file, so that a page loads only what it needs.
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
  didYouMean,
  useAddress,
  limitWrong,
  timeWrong,
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
  offlineText,
  serviceReturned,
  serviceReturnedText,
  showPassword,
  needsRole,
  platforms,
  roles,
  states,
  nav,
  delete: deleteIt,
} = shared;
export { deleteIt as delete };
