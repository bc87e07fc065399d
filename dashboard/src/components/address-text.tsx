import { Fragment } from 'react';

/** Longer parts do not fit into a line of a phone. */
const MAX_UNBROKEN = 16;

/** An address without its scheme. Lines break after a slash rather than inside a short code. */
export function AddressText({ address }: { readonly address: string }) {
  const parts = address.replace(/^https?:\/\//, '').split('/');
  return parts.map((part, index) => (
    // A part is identified by its position.
    <Fragment key={`${index} ${part}`}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {index > 0 && part.length <= MAX_UNBROKEN ? (
        <span style={{ whiteSpace: 'nowrap' }}>{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ));
}
