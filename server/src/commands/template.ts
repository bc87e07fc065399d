import { readApp } from '../actions/apps/change-app.ts';
import { testTemplate, type TemplateTest } from '../actions/templates/test-template.ts';
import { neverMatches } from '../domain/template/matcher.ts';
import type { OperatorCommand } from './command.ts';
import { durationText } from '../domain/text/duration-text.ts';
import { EXIT } from './report.ts';
import { schemeWarnings } from './scheme-warning.ts';
import { table } from './table.ts';

export function templateCommands(program: OperatorCommand): void {
  const template = program.command('template').description('list and test templates');

  template
    .command('list')
    .description('list the templates of an app')
    .onApp(async ({ ctx, app }) => {
      const { templates } = (await readApp(ctx, app.id)).app;
      const rows = templates.map(({ name, pattern, routes, valid_for_seconds: seconds }) => [
        name,
        pattern,
        Object.keys(routes).join(' '),
        seconds === undefined ? '-' : durationText(seconds),
      ]);
      const heading = ['name', 'pattern', 'platforms', 'valid for'];
      return { json: { templates }, text: table(heading, rows) };
    });

  template
    .command('test')
    .description('show which template matches a URI, why, and the resulting routes')
    .argument('<uri>', 'a path, an http(s) link or a deep link')
    .errorsName({ names: { uri: '<uri>' } })
    .onApp(async ({ ctx, app }, uri: string) => {
      const test = await testTemplate(ctx, app.id, uri);
      return {
        json: document(test),
        text: words(test),
        warnings: schemeWarnings(uri),
        exitCode: test.issues.length > 0 ? EXIT.failed : EXIT.ok,
      };
    });
}

/** With the field names of `POST /manage/v1/templates/try`. */
function document({ uri, template, why, routes, issues, shadowed }: TemplateTest): object {
  return {
    uri,
    template: template?.name ?? null,
    pattern: template?.pattern ?? null,
    parameters: { ...template?.captures },
    why,
    routes,
    errors: issues,
    warnings: shadowed,
  };
}

function words(test: TemplateTest): string {
  const { template } = test;
  const rows = Object.entries(test.routes).map(([platform, route]) => [
    platform,
    route.link,
    route.fallback || '-',
  ]);
  const captures = Object.entries(template?.captures ?? {}).map(
    ([name, text]) => `  ${name} = ${text}`,
  );
  return [
    template ? `template ${template.name} (${template.pattern})` : 'no template',
    test.why,
    ...captures,
    table(['platform', 'link', 'fallback'], rows),
    ...test.issues.map(({ pointer, detail }) => `not possible: ${pointer} ${detail}`),
    ...test.shadowed.map((shadowed) => `warning: ${neverMatches(shadowed)}`),
  ].join('\n');
}
