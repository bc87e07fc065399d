import type { RoutePattern } from '../template/route-pattern.ts';
import type { Platform } from '../app/platform.ts';
import type { LinkRule } from './link-rule.ts';

/** A rule of a template: its routes are patterns. */
export interface TemplateRule extends Pick<LinkRule, 'name' | 'when'> {
  readonly routes: Readonly<Partial<Record<Platform, RoutePattern>>>;
}
