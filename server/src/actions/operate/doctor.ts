import type { Config } from '../../config.ts';
import { listApps } from '../../storage/apps.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import { examineAddresses } from './doctor/addresses.ts';
import { examineApp } from './doctor/app.ts';
import { examineBackups } from './doctor/backups.ts';
import { examineClicks, examineDataCenters } from './doctor/clicks.ts';
import { examineClock } from './doctor/clock.ts';
import { examineFiles, examineSpace } from './doctor/files.ts';
import type { Finding } from './doctor/finding.ts';
import { examineNames, type Name } from './doctor/hosts.ts';
import { examineReplicas } from './doctor/replicas.ts';
import { examineTraces, examineObservability } from './doctor/observability.ts';
import { examineStore } from './doctor/store.ts';

/** The addresses under which links open, and the mobile apps that should open them. */
async function publishedNames(ctx: Context): Promise<Name[]> {
  const directory = await directoryOf(ctx);
  const own = ctx.own();
  const hosts = [...directory.hosts.keys()].map((host) => `https://${host}`);
  return [own.smartlinkBase, ...hosts].map((address) => ({
    where: '',
    address,
    expected: directory.associationOf(new URL(address).host, own),
  }));
}

/** Checks the installation: database, replicas, files, addresses and apps. Leaves nothing changed. */
export async function examine(ctx: Context, config: Config): Promise<Finding[]> {
  const findings = [
    ...(await examineStore(ctx)),
    ...(await examineClock(ctx)),
    ...(await examineReplicas(ctx)),
    ...examineFiles(ctx),
    ...examineSpace(ctx),
    ...examineAddresses(ctx, config),
    ...(await examineBackups(ctx, config)),
    ...(await examineClicks(ctx, config)),
    ...examineDataCenters(config.clicksDataCenterFile),
    ...examineObservability(config),
    ...(await examineTraces(config)),
  ];
  const apps = await listApps(ctx.db);
  if (apps.length === 0) {
    findings.push({
      level: 'warning',
      what: 'there is no app',
      advice: `the first start creates one, and so does ${ctx.programName} app create --name shop. To copy another database here, run ${ctx.programName} copy first: it requires an empty database`,
    });
  }
  for (const app of apps) {
    const found = await examineApp(ctx, app);
    if (found.length === 0) findings.push({ level: 'ok', what: `app ${app.name} is set up` });
    for (const finding of found) {
      findings.push({ ...finding, what: `app ${app.name}: ${finding.what}` });
    }
  }
  findings.push(...(await examineNames(await publishedNames(ctx), { isPublicOnly: false })));
  return findings;
}
