import type { Platform, Route, Social } from '../../../api/types.ts';

/** The body of a change; what is left out stays as it is. */
export interface LinkChange {
  readonly routes?: Partial<
    Record<Platform, (Partial<Pick<Route, 'link' | 'fallback'>> & { skip_page?: boolean }) | null>
  >;
  readonly tags?: readonly string[];
  readonly redeem_limit?: number | null;
  readonly social?: Social | null;
  readonly state?: 'active' | 'disabled';
}
