import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/session.ts';
import { cancelSignIn, isShownMember, type SignInReason } from '../../api/signed-in-member.ts';
import type { Me } from '../../api/types.ts';
import { reloadPage } from '../../components/reload-page.ts';
import { shownName } from '../../lib/shown-name.ts';
import { signIn as signInTexts } from '../../texts/sign-in.ts';
import { shared as texts } from '../../texts/shared.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  /** The member whose data the page shows. */
  readonly member: Me['member'];
  readonly reason: SignInReason;
}

const words = signInTexts.again;

/** The sign-in over a page whose session has ended. The page keeps all input, and its requests continue afterwards. */
export function SignInDialog(props: SignInAgainProps & { readonly opened: boolean }) {
  const { opened, ...who } = props;
  return (
    <Modal
      opened={opened}
      onClose={cancelSignIn}
      title={words.title}
      // `use-top-layer.ts` handles Escape.
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      zIndex="var(--mantine-z-index-max)"
      overlayProps={{ blur: 6 }}
    >
      <SignInAgain {...who} />
    </Modal>
  );
}

function SignInAgain({ member, reason }: SignInAgainProps) {
  const queries = useQueryClient();
  const [inOtherTab, setInOtherTab] = useState(false);
  const name = shownName(member);
  const continueAs = (me: Me): void => {
    if (isShownMember(me)) queries.setQueryData(meQuery.queryKey, me);
    // The input of this page is not theirs.
    else reloadPage();
  };
  return (
    <Stack>
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        {reason === 'ended' ? words.ended(name) : words.otherMember(name)}
      </Text>
      <SignInForm
        email={member.email}
        to="/signed-in-again"
        newTab
        onNewTab={() => setInOtherTab(true)}
        onSignedIn={continueAs}
      />
      {inOtherTab && <Text size="sm">{words.inOtherTab}</Text>}
      <Text size="xs" c="dimmed">
        {words.otherAccount}
      </Text>
      <Group justify="flex-end">
        {reason === 'other_member' && (
          <Button variant="default" onClick={reloadPage}>
            {words.reload}
          </Button>
        )}
        <Button variant="default" onClick={cancelSignIn}>
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
