import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Role } from '../api/types.ts';
import { unshownError } from '../lib/issues.ts';
import { setup as setupTexts } from '../texts/setup.ts';
import { shared as texts } from '../texts/shared.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Page } from './page.tsx';
import { RoleNote } from './role-note.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { useInvalidFocus } from './invalid-focus.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { PartConflicts } from './use-part-edit.ts';

interface Editing {
  readonly mayEdit: boolean;
  readonly unsaved: boolean;
  readonly savable: boolean;
  readonly saving: boolean;
  /** Another page opens after the save, so the form is inactive while it is saving. */
  readonly navigatesAfterSave?: boolean;
  readonly error: unknown;
  readonly save: () => void;
  /** Left out: the form has no cancel button. */
  readonly discard?: (() => void) | undefined;
  readonly conflicts: PartConflicts | undefined;
}

interface PartFormProps extends Pick<
  ComponentProps<typeof Page>,
  'title' | 'lead' | 'back' | 'width' | 'children'
> {
  readonly role: Role;
  readonly editing: Editing;
  /** The locations whose issues are shown beside a field. */
  readonly shown: readonly string[];
  /** A menu of further actions, before the Save button. */
  readonly menu?: ReactNode;
}

/** The page that edits a part of the app: saves or discards changes and resolves conflicts. */
export function PartForm(props: PartFormProps) {
  const { role, editing, shown, menu, children, ...page } = props;
  const actions = editing.mayEdit && (
    <>
      {menu}
      <PartButtons editing={editing} />
    </>
  );
  return (
    <PartFrame editing={editing}>
      <Page {...page} sticky actions={actions}>
        <RoleNote role={role} />
        <ErrorAlert error={unshownError(editing.error, shown)} />
        {children}
      </Page>
    </PartFrame>
  );
}

interface PartFrameProps {
  readonly editing: Editing;
  readonly children: ReactNode;
}

/** The form of a part that is not a whole page. */
export function PartFrame({ editing, children }: PartFrameProps) {
  const { form } = useInvalidFocus(editing.error);
  return (
    <form
      ref={form}
      inert={editing.navigatesAfterSave}
      onSubmit={(event) => {
        event.preventDefault();
        editing.save();
      }}
    >
      <UnsavedGuard unsaved={editing.unsaved} />
      {children}
      {editing.conflicts && <ConflictDialog {...editing.conflicts} />}
    </form>
  );
}

export function PartButtons({ editing }: { readonly editing: Editing }) {
  const { unsaved, savable, saving, discard } = editing;
  return (
    <>
      {unsaved && discard && (
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          // During a save it is too late.
          data-disabled={saving}
          aria-disabled={saving}
          onClick={saving ? undefined : discard}
        >
          {setupTexts.discard}
        </Button>
      )}
      <Button type="submit" loading={saving} disabled={!savable && !saving}>
        {texts.save}
      </Button>
    </>
  );
}
