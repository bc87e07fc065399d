import { useState } from 'react';
import { keepItem } from '../../lib/keep-item.ts';
import { parseOptions, type QrChange, type QrOptions } from './qr-options.ts';

const KEY = 'smartlink.qr';

/** The options of QR codes, which this browser remembers. */
export function useQrOptions(): readonly [QrOptions, (change: QrChange) => void] {
  const [options, setOptions] = useState(() => parseOptions(localStorage.getItem(KEY)));
  return [
    options,
    (change) => {
      const next = { ...options, ...change } as QrOptions;
      setOptions(next);
      keepItem(KEY, JSON.stringify(next));
    },
  ];
}
