import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';
import { ROOT, startService, temporaryFolder } from '../harness.ts';
import { typeOfSchema, type Schema } from './type-of-schema.ts';

const OURS = join(ROOT, 'dashboard/src/api/types.ts');

/** What the dashboard calls what `/openapi.json` has under another name, or as a part of something. */
const WIRE: Readonly<Record<string, string>> = {
  Platform: `Exclude<Wire.Token['kind'], 'server'>`,
  Role: `Wire.Member['role']`,
  LinkState: `Wire.ManagedLink['state']`,
  Route: 'Wire.ManagedRoute',
  Routes: `Wire.ManagedLink['routes']`,
  Link: 'Wire.ManagedLink',
  LinkMaker: `Wire.ManagedLink['created_by']`,
  PlatformTokens: 'Wire.PlatformTokensSetup',
  TokenList: 'Wire.Tokens',
  LinkPage: 'Wire.ManagedLinks',
  HistoryEntry: `Wire.History['entries'][number]`,
  AuditEntry: `Wire.AuditLog['entries'][number]`,
  MetadataVersion: `Wire.MetadataVersions['versions'][number]`,
  Template: 'Wire.TemplateSetup',
  PlatformSettings: 'Wire.WebPlatformSetup | Wire.ApplePlatformSetup | Wire.AndroidPlatformSetup',
  // Whoever asks for it gets all of it; what is left out is left out of changes.
  AppDocument: 'Required<Wire.AppSetup>',
  ChangedApp: `Omit<Wire.ChangedApp, 'app'> & { app: Required<Wire.AppSetup> }`,
  DifferentLink: 'Wire.RemadeLink',
  Finding: `Wire.Findings['findings'][number]`,
  InvitationLook: 'Wire.LookedInvitation',
  NewAppAnswer: 'Wire.NewApp',
};

/** What is sent is what is believed, and nothing is believed of which the service does not speak. */
const CHECK = `
type Names<T> = T extends unknown ? keyof T : never;
type Check<Sent extends Believed, Believed> =
  [Exclude<Names<Believed>, Names<Sent>>] extends [never] ? true : Exclude<Names<Believed>, Names<Sent>>;
`;

it('what the dashboard believes to come over the wire is what the API describes', async () => {
  const service = await startService();
  const { components } = (await service.request('GET', '/openapi.json')).json as {
    components: { schemas: Record<string, Schema> };
  };
  const folder = temporaryFolder();
  const wire = join(folder, 'wire.ts');
  const check = join(folder, 'check.ts');
  const program = (): ts.Program =>
    ts.createProgram([check], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: [],
    });
  writeFileSync(
    wire,
    Object.entries(components.schemas)
      .map(([name, schema]) => `export type ${name} = ${typeOfSchema(schema)};\n`)
      .join(''),
  );
  const checks = exportedTypes(OURS).map(
    (name) =>
      `export const ${name}: Check<${WIRE[name] ?? `Wire.${name}`}, Ours.${name}> = true;\n`,
  );
  assert.ok(checks.length > 30, `${checks.length} types`);
  const imports = `import type * as Ours from '${OURS}';\nimport type * as Wire from './wire.ts';\n`;
  writeFileSync(check, imports + CHECK + checks.join(''));
  const said = ts
    .getPreEmitDiagnostics(program())
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  assert.deepEqual(said, []);
});

/** Interfaces and type aliases that a file exports. */
function exportedTypes(file: string): string[] {
  const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.ES2023);
  return source.statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
      ? [statement.name.text]
      : [],
  );
}
