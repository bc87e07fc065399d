import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Role } from '../api/types.ts';
import type { MergeConflict } from '../lib/merge.ts';
import { withoutShown } from '../lib/issues.ts';
import { setup as setupTexts } from '../texts/setup.ts';
import * as texts from '../texts/texts.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Page } from './page.tsx';
import { RoleNote } from './role-note.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** An edit of a part of the app, as far as its page has to know it. */
interface Editing {
  readonly mayEdit: boolean;
  readonly unsaved: boolean;
  readonly savable: boolean;
  readonly saving: boolean;
  /** Another page comes as soon as it is saved; what is typed until then would not go along. */
  readonly moving?: boolean;
  readonly error: unknown;
  readonly save: () => void;
  /** Left out: the form has no cancel button. */
  readonly discard?: () => void;
  readonly clashes: readonly MergeConflict[] | undefined;
  readonly choose: (theirs: readonly MergeConflict[]) => void;
  readonly keepEditing: () => void;
}

interface PartFormProps extends Pick<
  ComponentProps<typeof Page>,
  'title' | 'lead' | 'back' | 'width' | 'children'
> {
  readonly role: Role;
  readonly editing: Editing;
  /** Locations whose issues are shown beside a field. */
  readonly shown: readonly string[];
  readonly labelOf: (pointer: string) => string;
  /** What else can be done with it, in front of the button that saves. */
  readonly menu?: ReactNode;
}

/** The page around the fields of a part of the app: saves, discards, and settles clashes. */
export function PartForm(props: PartFormProps) {
  const { role, editing, shown, labelOf, menu, children, ...page } = props;
  const { mayEdit, unsaved, savable, saving, discard } = editing;
  return (
    <form
      inert={editing.moving}
      onSubmit={(event) => {
        event.preventDefault();
        editing.save();
      }}
    >
      <UnsavedGuard unsaved={unsaved} />
      <Page
        {...page}
        stays
        actions={
          mayEdit && (
            <>
              {menu}
              {unsaved && discard && (
                <Button variant="subtle" color="gray" px="xs" onClick={discard}>
                  {setupTexts.discard}
                </Button>
              )}
              <Button type="submit" loading={saving} disabled={!savable && !saving}>
                {texts.save}
              </Button>
            </>
          )
        }
      >
        <RoleNote role={role} />
        <ErrorAlert error={withoutShown(editing.error, shown)} />
        {children}
      </Page>
      {editing.clashes !== undefined && (
        <ConflictDialog
          clashes={editing.clashes}
          labelOf={labelOf}
          pending={saving}
          onChoice={editing.choose}
          onClose={editing.keepEditing}
        />
      )}
    </form>
  );
}
