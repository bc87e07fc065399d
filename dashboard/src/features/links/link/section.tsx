import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useInvalidFocus } from '../../../components/invalid-focus.ts';
import { Panel } from '../../../components/panel.tsx';
import { RoleButton } from '../../../components/role-button.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { Conflict } from './conflict.tsx';
import type { LinkEdit } from './use-link-edit.ts';

interface SectionProps<Values> {
  readonly title: string;
  readonly edit: LinkEdit<Values>;
  /** The saved values. */
  readonly children: ReactNode;
  /** The fields, shown during the edit. */
  readonly fields: (values: Values) => ReactNode;
}

/** A section of a link that is edited in place. */
export function Section<Values>(props: SectionProps<Values>) {
  const { title, edit, children, fields } = props;
  const { form, button } = useFocus(edit.values !== undefined, edit.error);
  return (
    <Panel
      title={title}
      action={
        edit.values === undefined &&
        !edit.fixed && (
          <RoleButton
            ref={button}
            needs="editor"
            size="xs"
            variant="default"
            aria-label={`${texts.edit}: ${title}`}
            onClick={edit.start}
          >
            {texts.edit}
          </RoleButton>
        )
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
            // Only the button of the conflict overwrites what someone else saved.
            if (!edit.theirs && !edit.saving) edit.save();
          }}
          onKeyDown={(event) => {
            // Escape first closes an open list or menu. With unsaved input it does nothing.
            if (event.key === 'Escape' && !closesLayer(event) && !edit.unsaved) edit.cancel();
          }}
        >
          <UnsavedGuard unsaved={edit.unsaved} />
          <Stack>
            {fields(edit.values)}
            <ErrorAlert error={edit.otherError} />
            {edit.theirs ? (
              <Conflict
                theirs={edit.theirs}
                text={linksTexts.conflict.text}
                mineLabel={linksTexts.conflict.mine}
                theirsLabel={linksTexts.conflict.theirs}
                busy={edit.saving}
                onMine={edit.save}
                onTheirs={edit.cancel}
              />
            ) : (
              <Group gap="xs">
                <Button type="submit" loading={edit.saving} disabled={!edit.unsaved || !edit.valid}>
                  {texts.save}
                </Button>
                <Button
                  variant="default"
                  data-disabled={edit.saving}
                  aria-disabled={edit.saving}
                  onClick={edit.cancel}
                >
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

/** Is Escape for the list of a field, or for a menu or an explanation, which are outside of the form? */
function closesLayer({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false;
  if (!currentTarget.contains(target)) return true;
  const list = target.matches('[role="combobox"]') ? target.getAttribute('aria-controls') : null;
  return list !== null && document.getElementById(list)?.checkVisibility() === true;
}

/** Moves the focus to the first field, to an invalid field after an error, and back to the Edit button. */
function useFocus(editing: boolean, error: unknown) {
  const { form } = useInvalidFocus(error);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    if (editing) {
      const find = (what: string) => form.current?.querySelector<HTMLElement>(what);
      (find('input:not([type="hidden"]), textarea') ?? find('button'))?.focus();
    } else if (document.activeElement === document.body) {
      // If the user has moved the focus during the save, it stays there.
      button.current?.focus();
    }
  }, [editing, form]);
  return { form, button };
}
