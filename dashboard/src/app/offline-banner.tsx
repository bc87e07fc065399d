import { Text } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { useServiceDown } from '../api/connection.ts';
import { shared as texts } from '../texts/shared.ts';

/** Shown over every page and dialog while the service does not respond. */
export function OfflineBanner() {
  const isDown = useServiceDown();
  return (
    <div aria-live="polite">
      {isDown && (
        <div className="offline">
          <CloudOff size={20} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm">
            <strong>{texts.offline}.</strong> {texts.offlineText}
          </Text>
        </div>
      )}
    </div>
  );
}
