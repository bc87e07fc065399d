import { Switch, TextInput } from '@mantine/core';
import type { VisitSettings } from '../../../api/types.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { AddressInput } from '../../../components/address-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SocialFields } from '../../../components/social-fields.tsx';
import { ColorField } from './color-field.tsx';
import { IconInput } from './icon-input.tsx';
import type { PartEditing } from '../use-part-editor.ts';

interface AppearanceFieldsProps {
  readonly editing: PartEditing<VisitSettings>;
  /** The issue of a field: `/visits/title`. */
  readonly issue: (pointer: string) => string | undefined;
}

export function AppearanceFields({ editing, issue }: AppearanceFieldsProps) {
  const { value, set, mayEdit } = editing;
  const words = setupTexts.appearance;
  const disabled = !mayEdit;
  const change = (fields: { [K in keyof VisitSettings]?: VisitSettings[K] | undefined }): void =>
    set({ ...value, ...fields } as VisitSettings);
  const toggle = (
    name: 'desktop_qr' | 'forward_query' | 'add_code',
    label: string,
    description: string,
  ) => (
    <Switch
      label={label}
      description={description}
      checked={value[name] !== false}
      onChange={(event) => set({ ...value, [name]: event.currentTarget.checked })}
      disabled={disabled}
    />
  );
  return (
    <>
      <Panel title={words.pages} lead={words.pagesText}>
        <TextInput
          label={words.name}
          description={words.nameHelp}
          value={value.title ?? ''}
          onChange={(event) => change({ title: event.currentTarget.value })}
          error={issue('/visits/title')}
          disabled={disabled}
          maxLength={60}
        />
        <IconInput
          value={value.icon}
          onChange={(icon) => change({ icon })}
          error={issue('/visits/icon')}
          disabled={disabled}
        />
        <ColorField
          value={value.color}
          onChange={(color) => change({ color })}
          error={issue('/visits/color')}
          disabled={disabled}
        />
        <AddressInput
          kind="web"
          label={words.home}
          description={words.homeHelp}
          placeholder="https://shop.example/"
          value={value.home ?? ''}
          onChange={(home) => change({ home })}
          error={issue('/visits/home')}
          disabled={disabled}
          inputMode="url"
        />
      </Panel>
      <Panel title={words.card} lead={words.cardText}>
        <SocialFields
          values={value.social ?? {}}
          error={(name) => issue(`/visits/social/${name}`)}
          onChange={(name, text) => change({ social: { ...value.social, [name]: text } })}
          disabled={disabled}
        />
      </Panel>
      <Panel title={words.computers}>{toggle('desktop_qr', words.qr, words.qrHelp)}</Panel>
      <Panel title={words.going} lead={words.goingText}>
        {toggle('forward_query', words.forward, words.forwardHelp)}
        {toggle('add_code', words.code, words.codeHelp)}
      </Panel>
    </>
  );
}
