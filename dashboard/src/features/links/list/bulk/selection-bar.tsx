import { Button, Group, Menu, Paper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ChevronUp, X } from 'lucide-react';
import { Suspense, useRef, useState, type RefObject } from 'react';
import type { Link } from '../../../../api/types.ts';
import { IconAction } from '../../../../components/icon-action.tsx';
import { lazyLayer } from '../../../../components/lazy-part.tsx';
import type { Phase } from '../../../../components/use-step-run.ts';
import { bulk } from '../../../../texts/bulk.ts';
import { isFiltered, type ListSearch } from '../list-search.ts';
import { allOf, isSelected, NO_SELECTION, wasAll, type Selection } from '../selection.ts';
import { actionsFor, filterOf, type BulkAction } from './bulk-action.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { Target } from './change-in-steps.ts';
import classes from './selection-bar.module.css';
import { useBulkToast } from './use-bulk-toast.ts';

const QrZipDialog = lazyLayer(
  async () => (await import('../../../qr/qr-zip-dialog.tsx')).QrZipDialog,
);

interface SelectionBarProps {
  readonly search: ListSearch;
  /** The loaded links. */
  readonly links: readonly Link[];
  /** Are there links that are not loaded? */
  readonly hasMore: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onClear: () => void;
}

const HAS_CHANGED: readonly Phase[] = ['stopped', 'done'];

interface Run {
  readonly action: BulkAction;
  readonly target: Target;
  /** The links that "Undo" changes back: those that the change is expected to change. */
  readonly undone: readonly string[];
}

/** How many links are selected, and what can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { search, links, hasMore, selection, onSelect, onClear } = props;
  const [open, setOpen] = useState<Run>();
  const [codesOpen, setCodesOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const toast = useBulkToast();
  const selected = links.filter(({ code }) => isSelected(selection, code));
  const { matching } = selection;
  const filtered = isFiltered(search);
  const start = (action: BulkAction): void => {
    const target = matching ? { filter: filterOf(search) } : { codes: codesOf(selected) };
    const active = selected.filter(({ state }) => state === 'active');
    const undone = { disable: active, delete: selected }[action as string] ?? [];
    setOpen({ action, target, undone: matching ? [] : codesOf(undone) });
  };
  return (
    <Paper
      component="section"
      aria-label={bulk.bar}
      withBorder
      shadow="md"
      className={classes.bar ?? ''}
    >
      <Text role="status" size="sm" fw={600} className={classes.count ?? ''}>
        {!matching && bulk.selected(selected.length)}
        {matching && (filtered ? bulk.matchingSelected : bulk.allSelected)}
      </Text>
      {!matching && selected.length < links.length && (
        <Button size="xs" variant="subtle" onClick={() => onSelect(allOf(codesOf(links)))}>
          {bulk.selectShown(links.length)}
        </Button>
      )}
      {!matching && hasMore && (selected.length === links.length || wasAll(selection)) && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onSelect({ ...NO_SELECTION, matching: true })}
        >
          {filtered ? bulk.selectMatching : bulk.selectAll}
        </Button>
      )}
      <Group gap="xs" wrap="nowrap" ml="auto">
        <Actions
          button={menuButton}
          actions={actionsFor(search)}
          onStart={start}
          // Deleted links do not open. Links that are not loaded have no addresses here.
          onQrCodes={matching || search.state === 'deleted' ? undefined : () => setCodesOpen(true)}
        />
        <IconAction label={bulk.clear} size={30} onClick={onClear}>
          <X size={16} />
        </IconAction>
      </Group>
      {codesOpen && (
        <Suspense>
          <QrZipDialog
            links={selected}
            onClose={() => {
              setCodesOpen(false);
              // It was loaded after the click, so it does not know which element had the focus.
              setTimeout(() => menuButton.current?.focus({ preventScroll: true }));
            }}
          />
        </Suspense>
      )}
      {open && (
        <BulkDialog
          action={open.action}
          target={open.target}
          onChanged={({ changed }, isComplete) => {
            // While the dialog shows what is left, the list stays: links that it no longer has would not be selected.
            if (!isComplete) return;
            toast.reload();
            // Fewer were changed if someone else was faster, and what they did is not undone.
            toast.show(open.action, changed, changed === open.undone.length ? open.undone : []);
            onClear();
          }}
          onClose={(phase) => {
            setOpen(undefined);
            if (HAS_CHANGED.includes(phase)) toast.reload();
            if (phase === 'done') onClear();
          }}
          onLeft={({ changed }, isComplete) => {
            toast.reload();
            if (isComplete) toast.show(open.action, changed, []);
            else toast.showInterrupted(changed);
          }}
        />
      )}
    </Paper>
  );
}

function codesOf(links: readonly Link[]): string[] {
  return links.map(({ code }) => code);
}

/** On wide screens, those that are used most have a button of their own. */
const BUTTONS: readonly BulkAction[] = ['add_tags', 'remove_tags', 'disable', 'enable', 'restore'];

interface ActionsProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly actions: readonly BulkAction[];
  readonly onStart: (action: BulkAction) => void;
  /** Undefined: not offered. */
  readonly onQrCodes: (() => void) | undefined;
}

function Actions({ button, actions, onStart, onQrCodes }: ActionsProps) {
  const isWide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  const buttons = isWide ? BUTTONS.filter((action) => actions.includes(action)) : [];
  const inMenu = actions.filter((action) => !buttons.includes(action));
  return (
    <>
      {buttons.map((action) => (
        <Button key={action} size="xs" variant="default" onClick={() => onStart(action)}>
          {bulk.action[action]}
        </Button>
      ))}
      {(inMenu.length > 0 || onQrCodes) && (
        // Like the bar, it stays in place: neither its focused items nor the wheel move it with the page.
        <Menu position="top-end" width={240} floatingStrategy="fixed">
          <Menu.Target>
            <Button
              ref={button}
              size="xs"
              variant="default"
              rightSection={<ChevronUp size={14} aria-hidden />}
            >
              {isWide ? bulk.more : bulk.actions}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {onQrCodes && <Menu.Item onClick={onQrCodes}>{bulk.qrCodes}</Menu.Item>}
            {inMenu.map((action) => (
              <Menu.Item
                key={action}
                {...(action === 'delete' && { c: 'red' })}
                onClick={() => {
                  // A dialog returns the focus to the element that had it, but the menu item no longer exists then.
                  button.current?.focus({ preventScroll: true });
                  onStart(action);
                }}
              >
                {bulk.action[action]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
