import { useState } from 'react';
import { parseOptions, withChange, type QrChange, type QrOptions } from './qr-options.ts';

const KEY = 'smartlink.qr';

/** The options of QR codes, which this browser remembers. */
export function useQrOptions(): readonly [QrOptions, (change: QrChange) => void] {
  const [options, setOptions] = useState(() => parseOptions(localStorage.getItem(KEY)));
  return [
    options,
    (change) => {
      const next = withChange(options, change);
      setOptions(next);
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // The storage is full: the options apply until the page is closed.
      }
    },
  ];
}
