import { Badge } from '@mantine/core';
import type { Link } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';

/** Marks a link that a platform token created; nothing for other links. */
export function PublicBadge({ link }: { readonly link: Link }) {
  if (link.created_by.kind !== 'platform_token') return null;
  return (
    <Badge
      variant="light"
      color="orange"
      title={linksTexts.publicTokenText}
      style={{ flex: 'none' }}
    >
      {linksTexts.publicToken}
    </Badge>
  );
}
