import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Check, Copy, EllipsisVertical, ExternalLink, QrCode, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useMay } from '../../../api/session.ts';
import { CopiedStatus } from '../../../components/copied-status.tsx';
import { useCopy } from '../../../components/use-copy.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { usePhone } from '../../../components/use-phone.ts';
import { QrDialog } from '../../qr/qr-dialog.tsx';
import { isRestorable } from '../restorable.ts';
import { ChangeItems } from './change-items.tsx';
import { DeleteLink } from './delete-link.tsx';
import type { LinkPartProps } from './link-query.ts';
import { RoleButton } from '../../../components/role-button.tsx';
import { useRestoreLink } from './use-restore-link.ts';
import { useSwitchLink } from './use-switch-link.tsx';

export function LinkActions({ answer }: LinkPartProps) {
  const [qr, { open: openQr, close: closeQr }] = useDisclosure(false);
  const { smartlink, code, state } = answer.data;
  return (
    <>
      {isRestorable(answer.data, Date.now()) && <RestoreButton code={code} />}
      {state !== 'deleted' && (
        <>
          <CopyAddress address={smartlink} />
          <QrButton onClick={openQr} />
          <Tooltip label={linksTexts.open}>
            <ActionIcon
              component="a"
              href={smartlink}
              target="_blank"
              rel="noopener"
              variant="default"
              size={36}
              aria-label={linksTexts.open}
            >
              <ExternalLink size={16} />
            </ActionIcon>
          </Tooltip>
          <LinkMenu answer={answer} />
        </>
      )}
      <QrDialog link={answer.data} opened={qr} onClose={closeQr} />
    </>
  );
}

function RestoreButton({ code }: { readonly code: string }) {
  const restore = useRestoreLink();
  return (
    <RoleButton
      needs="editor"
      color="link"
      leftSection={<RotateCcw size={16} aria-hidden />}
      loading={restore.isPending}
      onClick={() => restore.mutate(code)}
    >
      {linksTexts.restore}
    </RoleButton>
  );
}

function CopyAddress({ address }: { readonly address: string }) {
  const { copied, copy } = useCopy(address);
  return (
    <>
      <Button
        color={copied ? 'teal' : 'link'}
        leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onClick={copy}
      >
        {copied ? texts.copied : linksTexts.copyAddress}
      </Button>
      <CopiedStatus copied={copied} />
    </>
  );
}

function QrButton({ onClick }: { readonly onClick: () => void }) {
  const words = linksTexts.qr;
  if (usePhone()) {
    return (
      <ActionIcon variant="default" size={36} aria-label={words.button} onClick={onClick}>
        <QrCode size={16} />
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" leftSection={<QrCode size={16} aria-hidden />} onClick={onClick}>
      {words.button}
    </Button>
  );
}

function LinkMenu({ answer }: LinkPartProps) {
  const may = useMay('editor');
  const [deleting, { open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = useSwitchLink();
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={36}
            aria-label={linksTexts.more}
            loading={toggle.isPending}
          >
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!may && <Menu.Label>{texts.needsRole(texts.roles.editor)}</Menu.Label>}
          <ChangeItems
            state={answer.data.state}
            onSwitch={(state) => toggle.mutate({ from: answer, state })}
            onDelete={() => {
              // The dialog returns the focus to the element that had it, but the menu item no longer exists then.
              button.current?.focus();
              open();
            }}
          />
        </Menu.Dropdown>
      </Menu>
      <DeleteLink answer={answer} opened={deleting} onClose={close} />
    </>
  );
}
