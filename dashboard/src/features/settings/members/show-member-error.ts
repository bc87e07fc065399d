import { notifications } from '@mantine/notifications';
import { isProblem } from '../../../api/problem.ts';
import { members as words } from '../../../texts/people.ts';
import { shared as texts } from '../../../texts/shared.ts';

/** Shows why a member could not be changed and what to do. */
export function showMemberError(error: Error, name: string): void {
  const [title, message] = isProblem(error, 'last_owner')
    ? [words.lastOwnerTitle, words.lastOwner(name)]
    : isProblem(error, 'precondition_failed')
      ? [words.roleConflictTitle, words.roleConflict(name)]
      : [texts.brokenTitle, error.message];
  notifications.show({ title, message, color: 'red', autoClose: 10_000, role: 'alert' });
}
