import { isLongerThan } from '../../domain/text/text.ts';
import { MAX_URI_LENGTH, parseBaseUri } from '../../domain/text/uri.ts';
import type { Shadowed } from '../../domain/template/matcher.ts';
import { testUri, type UriTest } from '../../domain/template/template-trial.ts';
import { refuse } from '../../problem.ts';
import { runInSlices } from '../../time-slices.ts';
import { rulesOf, type Context } from '../context.ts';

export interface TemplateTest extends UriTest {
  readonly uri: string;
  readonly why: string;
  readonly shadowed: readonly Shadowed[];
}

/**
 * Returns the routes of a URI without creating a link.
 * @throws `validation_failed`
 */
export async function testTemplate(
  ctx: Context,
  appId: string,
  uri: string,
): Promise<TemplateTest> {
  if (uri === '') refuse([{ pointer: '/uri', detail: 'must not be empty' }]);
  if (isLongerThan(uri, MAX_URI_LENGTH)) {
    refuse([{ pointer: '/uri', detail: `must have at most ${MAX_URI_LENGTH} characters` }]);
  }
  const parsed = parseBaseUri(uri);
  if ('issue' in parsed) refuse([{ pointer: '/uri', detail: parsed.issue }]);
  const rules = await rulesOf(ctx, appId);
  const { template, ...made } = testUri(uri, parsed.value, rules, ctx.own());
  const path = parsed.value.path.replace(/[?#].*$/s, '');
  return {
    uri,
    template,
    why: template
      ? `"${path}" matches "${template.pattern}"; fixed text takes precedence over :name, :name over *name`
      : `"${path}" matches no template, so the path is joined to the base of every platform`,
    ...made,
    shadowed: await runInSlices(rules.matcher.findShadowed()),
  };
}
