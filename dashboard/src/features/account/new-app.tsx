import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { PLATFORMS, type Me, type NewAppAnswer } from '../../api/types.ts';
import { meQuery } from '../../app/session.ts';
import { Secret } from '../../components/secret.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { beyondFields, fieldFaults } from '../../lib/field-faults.ts';
import * as texts from '../../texts/texts.ts';

const FIELDS = { '/name': 'name' };
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

interface NewAppProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes an app, shows its tokens once, and goes on to it. */
export function NewApp({ opened, onClose }: NewAppProps) {
  const [made, setMade] = useState<NewAppAnswer>();
  const navigate = useNavigate();
  const leave = (): void => {
    if (made === undefined) return;
    onClose();
    setMade(undefined);
    void navigate({ to: '/$app/links', params: { app: made.app.name } });
  };
  return (
    <>
      <Modal
        opened={opened && made === undefined}
        onClose={onClose}
        title={texts.account.newApp.title}
        centered
      >
        <NameStep onMade={setMade} onClose={onClose} />
      </Modal>
      <ShownOnce
        opened={made !== undefined}
        title={texts.account.newApp.made(made?.app.name ?? '')}
        done={texts.account.newApp.kept}
        onDone={leave}
      >
        {made !== undefined && <Tokens tokens={made.tokens} />}
      </ShownOnce>
    </>
  );
}

interface NameStepProps {
  readonly onMade: (made: NewAppAnswer) => void;
  readonly onClose: () => void;
}

function NameStep({ onMade, onClose }: NameStepProps) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (NAME.test(name) ? null : texts.account.newApp.wrong) },
  });
  const create = useMutation({
    mutationFn: (body: typeof form.values) => call<NewAppAnswer>('POST', 'apps', { body }),
    onSuccess: ({ data }) => {
      // The pages of the app are open from here on, without asking first.
      queries.setQueryData(meQuery.queryKey, (me: Me | undefined) =>
        me === undefined ? me : { ...me, apps: [...me.apps, data.app] },
      );
      onMade(data);
    },
    onError: (error) => form.setErrors(fieldFaults(error, FIELDS)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.account.newApp.lead}
        </Text>
        <Trouble error={beyondFields(create.error, FIELDS)} />
        <TextInput
          label={texts.account.newApp.name}
          description={texts.account.newApp.rule}
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {texts.account.newApp.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Tokens({ tokens }: Pick<NewAppAnswer, 'tokens'>) {
  return (
    <>
      <Text size="sm">{texts.account.newApp.tokensLead}</Text>
      <Secret
        label={texts.tokens.kinds.server}
        hint={texts.account.newApp.server}
        value={tokens.server}
      />
      {PLATFORMS.map((platform) => (
        <Secret
          key={platform}
          label={texts.tokens.kinds[platform]}
          hint={texts.account.newApp.platform}
          value={tokens[platform]}
        />
      ))}
    </>
  );
}
