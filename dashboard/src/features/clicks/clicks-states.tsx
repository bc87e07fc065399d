import { Alert, Button } from '@mantine/core';
import { MousePointerClick, PowerOff, TriangleAlert } from 'lucide-react';
import { useApp } from '../../api/session.ts';
import { Empty } from '../../components/empty.tsx';
import { ButtonLink } from '../../components/link.tsx';
import { known } from '../../lib/known.ts';
import { clicks as words } from '../../texts/clicks.ts';

/** There are no clicks at all: what counts, and how to try it. `address`: that of the link, on its page. */
export function NoClicks({ address }: { readonly address: string | undefined }) {
  const app = useApp();
  return (
    <Empty
      icon={MousePointerClick}
      title={words.noneTitle}
      text={address === undefined ? words.noneText : words.noneLinkText}
    >
      {address === undefined ? (
        <ButtonLink to="/$app/links" params={{ app }}>
          {words.toLinks}
        </ButtonLink>
      ) : (
        <Button component="a" href={address} target="_blank" rel="noreferrer">
          {words.openLink}
        </Button>
      )}
    </Empty>
  );
}

/** The operator has turned clicks off. */
export function ClicksOff() {
  return <Empty icon={PowerOff} title={words.offTitle} text={words.offText} />;
}

/** Says that clicks were lost, and why; nothing if all were recorded. */
export function LostNotice({ lost }: { readonly lost: readonly string[] }) {
  if (lost.length === 0) return null;
  return (
    <Alert color="orange" icon={<TriangleAlert size={18} />} title={words.lost}>
      {words.lostText(lost.map((reason) => known(words.losses, reason) ?? reason).join(', '))}
    </Alert>
  );
}
