import { notifications } from '@mantine/notifications';
import type { SavedPart, WholePart } from '../../api/save-part.ts';
import { useMay } from '../../api/session.ts';
import type { Role } from '../../api/types.ts';
import { usePartEdit } from '../../components/use-part-edit.ts';
import { useSaveKey } from '../../components/use-save-key.ts';
import { issueAt, issuesOf } from '../../lib/issues.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import { shared as texts } from '../../texts/shared.ts';

/**
 * The state of a settings page that edits one part of the app and saves it with a button. `isValid`: can the value be
 * sent? If not, a field shows why. `hold`: as in `usePartEdit`.
 */
export function usePartEditor<T extends object>(
  part: WholePart<T>,
  role: Role,
  isValid: (value: T) => boolean = () => true,
  hold = false,
) {
  const onSaved = ({ merged }: SavedPart<T>): void => {
    const message = merged ? setupTexts.merged : setupTexts.savedText;
    notifications.show({ title: texts.saved, message, color: 'teal' });
  };
  const edit = usePartEdit(part, part.of, onSaved, hold);
  const mayEdit = useMay(role);
  const savable = mayEdit && edit.unsaved && !edit.saving && isValid(edit.value);
  const issues = issuesOf(edit.error);
  const save = (): void => {
    if (savable) edit.save();
  };
  useSaveKey(save);
  return {
    ...edit,
    mayEdit,
    savable,
    save,
    issue: (pointer: string) => issueAt(issues, pointer),
  };
}
export type PartEditing<T extends object> = ReturnType<typeof usePartEditor<T>>;
