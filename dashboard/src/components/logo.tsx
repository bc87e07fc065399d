import mark from '../mark.svg';

export function Logo({ size }: { readonly size: number }) {
  return <img src={mark} alt="" width={size} height={size} />;
}
