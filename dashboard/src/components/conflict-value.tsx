import { Image, Text } from '@mantine/core';
import { isPicture } from '../lib/picture.ts';
import { setup as setupTexts } from '../texts/setup.ts';

/** A value of the settings in readable form. */
export function ConflictValue({ value }: { readonly value: unknown }) {
  if (value === undefined || value === '') {
    return (
      <Text size="sm" fs="italic">
        {setupTexts.clash.nothing}
      </Text>
    );
  }
  if (typeof value === 'boolean') {
    return <Text size="sm">{value ? setupTexts.on : setupTexts.off}</Text>;
  }
  if (isPicture(value)) {
    return <Image src={value} alt={setupTexts.look.icon} w={48} h={48} fit="contain" />;
  }
  return (
    <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </Text>
  );
}
