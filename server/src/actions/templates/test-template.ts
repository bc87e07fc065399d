import { MAX_URI_LENGTH, parseBaseUri } from '../../domain/uri.ts';
import { linkRoutes } from '../../domain/link-routes.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Routes } from '../../domain/route.ts';
import type { Shadowed } from '../../domain/matcher.ts';
import { refuse } from '../../problem.ts';
import { rulesOf, type Context } from '../context.ts';

export interface TemplateTest {
  readonly uri: string;
  /** Which template matches and what it captured; absent: none, the same path is copied. */
  readonly template:
    | {
        readonly name: string;
        readonly pattern: string;
        readonly captures: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly why: string;
  readonly routes: Routes;
  /** Why a link could not be made from these routes. */
  readonly faults: readonly Fault[];
  readonly shadowed: readonly Shadowed[];
}

/** What would come out of a URI, without making a link. Fails with `validation_failed`. */
export async function testTemplate(
  ctx: Context,
  appId: string,
  uri: string,
): Promise<TemplateTest> {
  // Code points, as JSON Schema counts characters.
  const tooLong = Array.from(uri).length > MAX_URI_LENGTH;
  if (uri === '') refuse([{ pointer: '/uri', detail: 'must not be empty' }]);
  if (tooLong) {
    refuse([{ pointer: '/uri', detail: `must have at most ${MAX_URI_LENGTH} characters` }]);
  }
  const parsed = parseBaseUri(uri);
  if ('fault' in parsed) refuse([{ pointer: '/uri', detail: parsed.fault }]);
  const rules = await rulesOf(ctx, appId);
  const { routes, match, faults } = linkRoutes(uri, parsed.value, {}, rules, ctx.own());
  const path = parsed.value.path.replace(/[?#].*$/s, '');
  return {
    uri,
    template: match && {
      name: match.template.name,
      pattern: match.template.pattern,
      captures: { ...match.captures },
    },
    why: match
      ? `"${path}" fits "${match.template.pattern}"; fixed text wins over :name, :name over *name`
      : `"${path}" fits no template, so the same path is copied to every platform`,
    routes,
    faults,
    shadowed: rules.matcher.shadowed(),
  };
}
