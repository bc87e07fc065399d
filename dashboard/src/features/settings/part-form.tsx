import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Role } from '../../api/types.ts';
import { ClashDialog } from '../../components/clash-dialog.tsx';
import { Page } from '../../components/page.tsx';
import { RoleNote } from '../../components/role-note.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { withoutShown } from '../../lib/faults.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import * as texts from '../../texts/texts.ts';
import type { PartEditing } from './use-part-editor.ts';

interface PartFormProps<T extends object> {
  readonly title: string;
  readonly lead: string;
  readonly width?: number;
  readonly role: Role;
  readonly editing: PartEditing<T>;
  /** Places whose faults stand beside a field. */
  readonly shown: readonly string[];
  readonly labelOf: (pointer: string) => string;
  readonly children: ReactNode;
}

/** The page around the fields of a part of the app: saves, discards, and settles clashes. */
export function PartForm<T extends object>(props: PartFormProps<T>) {
  const { title, lead, width, role, editing, shown, labelOf, children } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        editing.save();
      }}
    >
      <UnsavedGuard unsaved={editing.unsaved} />
      <Page
        title={title}
        lead={lead}
        stays
        {...(width === undefined ? {} : { width })}
        actions={
          editing.mayEdit && (
            <Group gap="xs">
              {editing.unsaved && (
                <Button variant="subtle" color="gray" px="xs" onClick={editing.discard}>
                  {setupTexts.discard}
                </Button>
              )}
              <Button type="submit" loading={editing.saving} disabled={!editing.unsaved}>
                {texts.save}
              </Button>
            </Group>
          )
        }
      >
        <RoleNote role={role} />
        <Trouble error={withoutShown(editing.error, shown)} />
        {children}
      </Page>
      {editing.clashes !== undefined && (
        <ClashDialog
          clashes={editing.clashes}
          labelOf={labelOf}
          pending={editing.saving}
          onChoice={editing.choose}
          onClose={editing.keepEditing}
        />
      )}
    </form>
  );
}
