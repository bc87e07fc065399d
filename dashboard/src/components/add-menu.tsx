import { Menu } from '@mantine/core';
import type { Ref } from 'react';
import { AddButton } from './add-button.tsx';

interface AddMenuProps<Name extends string> {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly label: string;
  readonly missing: readonly Name[];
  readonly texts: { readonly [Key in Name]: string };
  readonly invalid?: boolean;
  readonly onAdd: (name: Name) => void;
}

/** Adds a field that is missing, such as the route of a platform; hidden if none is. */
export function AddMenu<Name extends string>(props: AddMenuProps<Name>) {
  const { ref, label, missing, texts, invalid, onAdd } = props;
  if (missing.length === 0) return null;
  return (
    // The new field gets the focus; the menu must not take it back.
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <AddButton ref={ref} variant="subtle" aria-invalid={invalid}>
          {label}
        </AddButton>
      </Menu.Target>
      <Menu.Dropdown>
        {missing.map((name) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {texts[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
