import { Box, Select, Text, type SelectProps } from '@mantine/core';
import { ROLES, type Role } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { members as membersTexts } from '../../../texts/people.ts';
import { shared as texts } from '../../../texts/shared.ts';

interface RoleSelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

const DATA = ROLES.map((value) => ({ value, label: texts.roles[value] }));

/** Selects a role; each choice shows its permissions. */
export function RoleSelect({ value, onChange, ...select }: RoleSelectProps) {
  return (
    <Select
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      {...select}
      data={DATA}
      value={value}
      onChange={(role) => {
        if (role !== null && role !== value) onChange(role as Role);
      }}
      renderOption={({ option }) => (
        <Box>
          <Text size="sm" fw={option.value === value ? 600 : 400}>
            {option.label}
          </Text>
          <Hint size="xs">{membersTexts.may[option.value as Role]}</Hint>
        </Box>
      )}
    />
  );
}
