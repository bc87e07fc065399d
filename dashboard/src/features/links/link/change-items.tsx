import { Menu } from '@mantine/core';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useMay } from '../../../api/session.ts';
import type { LinkState } from '../../../api/types.ts';
import { links as linksTexts } from '../../../texts/links.ts';

interface ChangeItemsProps {
  readonly state: LinkState;
  readonly onSwitch: (state: 'active' | 'disabled') => void;
  readonly onDelete: () => void;
}

/** The items of a menu that enable or disable a link, and delete it. */
export function ChangeItems({ state, onSwitch, onDelete }: ChangeItemsProps) {
  const may = useMay('editor');
  const isActive = state === 'active';
  return (
    <>
      <Menu.Item
        disabled={!may}
        leftSection={isActive ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        onClick={() => onSwitch(isActive ? 'disabled' : 'active')}
      >
        {isActive ? linksTexts.disable : linksTexts.enable}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        disabled={!may}
        c="red"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={onDelete}
      >
        {linksTexts.deleteLink}
      </Menu.Item>
    </>
  );
}
