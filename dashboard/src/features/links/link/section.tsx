import { Button, Group, Stack, Tooltip } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { useMay } from '../../../api/session.ts';
import { Panel } from '../../../components/panel.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
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
  const { form, button } = useFocus(edit.values !== undefined, edit.error);
  return (
    <Panel
      title={title}
      action={
        edit.values === undefined &&
        !fixed && <EditButton ref={button} what={title} onClick={edit.start} />
      }
    >
      {edit.values === undefined ? (
        children
      ) : (
        <form
          ref={form}
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
            <ErrorAlert error={trouble} />
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

/** Keys go on where they were: into the first field, to what is wrong, and back to the button that led there. */
function useFocus(editing: boolean, error: unknown) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    if (editing) {
      const find = (what: string) => form.current?.querySelector<HTMLElement>(what);
      (find('input:not([type="hidden"]), textarea') ?? find('button'))?.focus();
    } else if (document.activeElement === document.body) {
      // Who is elsewhere by the time that it is saved stays there.
      button.current?.focus();
    }
  }, [editing]);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return { form, button };
}

interface EditButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly what: string;
  readonly onClick: () => void;
}

function EditButton({ ref, what, onClick }: EditButtonProps) {
  const may = useMay('editor');
  return (
    <Tooltip label={texts.needsRole(texts.roles.editor)} disabled={may}>
      <Button
        ref={ref}
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
