import type { Command } from 'commander';
import { readApp } from '../actions/apps/change-app.ts';
import { getApp } from '../actions/apps/get-app.ts';
import { testTemplate, type TemplateTest } from '../actions/templates/test-template.ts';
import { neverMatches } from '../domain/template/matcher.ts';
import { EXIT, storeCommand, table, type Terminal } from './command.ts';

const FOR_APP = ['--app <name>', 'name of the app'] as const;

export function templateCommands(program: Command, terminal: Terminal): void {
  const template = program.command('template').description('list and test templates');

  storeCommand(
    template
      .command('list')
      .description('list the templates of an app')
      .requiredOption(...FOR_APP),
    terminal,
    async (ctx, _config, options: { app: string }) => {
      const { app } = await readApp(ctx, (await getApp(ctx, options.app)).id);
      const { templates } = app;
      const rows = templates.map(({ name, pattern, routes }) => [
        name,
        pattern,
        Object.keys(routes).join(' '),
      ]);
      return { json: { templates }, text: table(['name', 'pattern', 'platforms'], rows) };
    },
  );

  storeCommand(
    template
      .command('test')
      .description('show which template matches a URI, why, and the resulting routes')
      .requiredOption(...FOR_APP)
      .argument('<uri>', 'a path, an http(s) link or a deep link'),
    terminal,
    async (ctx, _config, uri: string, options: { app: string }) => {
      const test = await testTemplate(ctx, (await getApp(ctx, options.app)).id, uri);
      return {
        json: document(test),
        text: words(test),
        exitCode: test.issues.length > 0 ? EXIT.failed : EXIT.ok,
      };
    },
    { names: { uri: '<uri>' } },
  );
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
