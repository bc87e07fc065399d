import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApp, useMay } from '../../../api/session.ts';
import { webhooksQuery } from '../../../api/webhooks-query.ts';
import { TextLink } from '../../../components/link.tsx';
import { webhooks as words } from '../../../texts/webhooks.ts';

interface NoticeProps {
  /** Only then the webhooks are requested. */
  readonly isReady: boolean;
  /** The page lists the webhooks. */
  readonly inList?: boolean;
}

/** Tells owners which webhooks the service has disabled. */
export function DisabledNotice({ isReady, inList = false }: NoticeProps) {
  const app = useApp();
  const mayEnable = useMay('owner');
  const found = useQuery({
    ...webhooksQuery(app),
    enabled: isReady && mayEnable,
    staleTime: 60_000,
    // The page is complete without it.
    retry: false,
  }).data;
  const disabled = (found?.webhooks ?? []).filter((one) => one.disabled_because !== null);
  const [first] = disabled;
  if (!mayEnable || !first) return null;
  if (disabled.length === 1) {
    const { webhook_id: id, description, url } = first;
    return (
      <TextLink
        to="/$app/settings/webhooks/$id"
        params={{ app, id }}
        size="sm"
        className="tap"
        style={{ overflowWrap: 'anywhere' }}
      >
        {words.disabledOne(description ?? new URL(url).host)}
      </TextLink>
    );
  }
  const text = words.disabledMany(disabled.length);
  if (inList) return <Text size="sm">{text}</Text>;
  return (
    <TextLink to="/$app/settings/webhooks" params={{ app }} size="sm" className="tap">
      {text}
    </TextLink>
  );
}
