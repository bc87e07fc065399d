import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, CopyPlus, ExternalLink, QrCode, RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApp, useMay } from '../../../api/session.ts';
import { copyWithToast } from '../../../components/use-copy.ts';
import { ButtonMenu } from '../../../components/button-menu.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { QrDialog } from '../../qr/qr-dialog.tsx';
import { ChangeItems } from '../link/change-items.tsx';
import { DeleteLink } from '../link/delete-link.tsx';
import { linkQuery, type LinkAnswer } from '../link/link-query.ts';
import { useRestoreLink } from '../link/use-restore-link.ts';
import { isPurged, isRestorable } from '../restorable.ts';
import { useSwitchLink } from '../link/use-switch-link.tsx';
import { ROW_MENU_ID, type RowSubject } from './link-row.tsx';

interface RowMenuProps {
  /** The link of the menu, or of the menu that was open last. */
  readonly subject: RowSubject;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The menu of a link in the list, and the dialogs that it opens. The rows of the list share it. */
export function RowMenu({ subject: { link, button }, opened, onClose }: RowMenuProps) {
  const app = useApp();
  const may = useMay('editor');
  const navigate = useNavigate();
  const switchLink = useSwitchLink();
  const [dialog, setDialog] = useState<'qr' | 'delete'>();
  const { code, smartlink, state } = link;
  const close = (): void => {
    // A dialog returns the focus to the element that had it, but the menu item no longer exists then.
    button.focus({ preventScroll: true });
    onClose();
  };
  const isDeleted = state === 'deleted';
  const restore = useRestoreLink();
  return (
    <>
      <ButtonMenu
        id={ROW_MENU_ID}
        button={button}
        opened={opened}
        onClose={close}
        position="bottom-end"
        width={220}
      >
        <Menu.Item
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => void copyWithToast(smartlink)}
        >
          {linksTexts.copyAddress}
        </Menu.Item>
        {!isDeleted && (
          <>
            <Menu.Item
              leftSection={<QrCode size={16} aria-hidden />}
              onClick={() => setDialog('qr')}
            >
              {linksTexts.qr.button}
            </Menu.Item>
            <Menu.Item
              component="a"
              href={smartlink}
              target="_blank"
              rel="noopener"
              leftSection={<ExternalLink size={16} aria-hidden />}
            >
              {linksTexts.open}
            </Menu.Item>
          </>
        )}
        {!isPurged(link) && (
          <>
            <Menu.Divider />
            {!may && <Menu.Label>{texts.needsRole(texts.roles.editor)}</Menu.Label>}
            <Menu.Item
              disabled={!may}
              leftSection={<CopyPlus size={16} aria-hidden />}
              onClick={() =>
                void navigate({ to: '/$app/links/new', params: { app }, search: { copy: code } })
              }
            >
              {linksTexts.duplicate}
            </Menu.Item>
          </>
        )}
        {isRestorable(link, Date.now()) && (
          <Menu.Item
            disabled={!may}
            leftSection={<RotateCcw size={16} aria-hidden />}
            onClick={() => restore.mutate(code)}
          >
            {linksTexts.restore}
          </Menu.Item>
        )}
        {!isDeleted && (
          <ChangeItems
            state={state}
            onSwitch={(next) => switchLink.mutate({ from: link, state: next })}
            onDelete={() => setDialog('delete')}
          />
        )}
      </ButtonMenu>
      <QrDialog link={link} opened={dialog === 'qr'} onClose={() => setDialog(undefined)} />
      {dialog === 'delete' && (
        <DeleteRow
          code={code}
          onClose={() => {
            setDialog(undefined);
            button.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

/** A deletion needs the `ETag` of the link, which lists do not have. */
function DeleteRow({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const app = useApp();
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<LinkAnswer>();
  const failed = useEffectEvent((error: Error) => {
    notifications.show({ color: 'orange', message: error.message });
    onClose();
  });
  useEffect(() => {
    // A late response does nothing, and a late error does not move the focus.
    let isLeft = false;
    queries.fetchQuery({ ...linkQuery(app, code), staleTime: 0 }).then(
      (read) => {
        if (!isLeft) setAnswer(read);
      },
      (error: Error) => {
        if (!isLeft) failed(error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [queries, app, code]);
  return answer && <DeleteLink answer={answer} opened onClose={onClose} />;
}
