import { Button, Group, Stack, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/session.ts';
import { Panel } from '../../../components/panel.tsx';
import { Trouble } from '../../../components/trouble.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { Conflict } from './conflict.tsx';
import type { LinkEdit } from './use-link-edit.ts';

interface SectionProps<Values> {
  readonly title: string;
  readonly edit: LinkEdit<Values>;
  /** A link that is deleted stays as it is. */
  readonly fixed: boolean;
  /** What belongs to no field; `null`: the fields show it. */
  readonly trouble: unknown;
  /** As it is. */
  readonly children: ReactNode;
  /** The fields to change it; drawn while it is being edited. */
  readonly fields: (values: Values) => ReactNode;
}

/** A part of a link that is read, and edited in its place. */
export function Section<Values>(props: SectionProps<Values>) {
  const { title, edit, fixed, trouble, children, fields } = props;
  return (
    <Panel
      title={title}
      action={
        edit.values === undefined && !fixed && <EditButton what={title} onClick={edit.start} />
      }
    >
      {edit.values === undefined ? (
        children
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            edit.save();
          }}
          onKeyDown={(event) => {
            // Escape closes what is open in a field first; with something typed it asks for the button.
            if (event.key === 'Escape' && !event.defaultPrevented && !edit.unsaved) edit.cancel();
          }}
        >
          <UnsavedGuard unsaved={edit.unsaved} />
          <Stack>
            {fields(edit.values)}
            <Trouble error={trouble} />
            <Conflict
              theirs={edit.theirs}
              text={linksTexts.conflict.text}
              mineLabel={linksTexts.conflict.mine}
              theirsLabel={linksTexts.conflict.theirs}
              busy={edit.saving}
              onMine={edit.save}
              onTheirs={edit.cancel}
            />
            {edit.theirs === undefined && (
              <Group gap="xs">
                <Button type="submit" loading={edit.saving} disabled={!edit.unsaved}>
                  {texts.save}
                </Button>
                <Button variant="default" onClick={edit.cancel}>
                  {texts.cancel}
                </Button>
              </Group>
            )}
          </Stack>
        </form>
      )}
    </Panel>
  );
}

function EditButton({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  const may = useMay('editor');
  return (
    <Tooltip label={texts.needsRole(texts.roles.editor)} disabled={may}>
      <Button
        size="xs"
        style={{ flex: 'none' }}
        variant="default"
        aria-label={`${texts.edit}: ${what}`}
        data-disabled={!may}
        aria-disabled={!may}
        onClick={may ? onClick : undefined}
      >
        {texts.edit}
      </Button>
    </Tooltip>
  );
}
