import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '#server/src/config.ts';
import { startService } from '#server/test/harness.ts';
import { exists } from '../docs/markdown.ts';
import {
  assertSettings,
  GRACE_SECONDS,
  MAX_CONNECTIONS,
  MORE_CONNECTIONS,
  PORT,
  RESERVED_CONNECTIONS,
  text,
  USER,
} from './deployment.ts';
import {
  container,
  deployment,
  find,
  FOLDER,
  kustomization,
  manifests,
  pod,
  settings,
} from './manifests.ts';

describe('deploy/kubernetes', () => {
  it('has one manifest per file, all listed in the kustomization', () => {
    const named = text(`${FOLDER}/kustomization.yaml`);
    for (const [file, { apiVersion, kind }] of manifests) {
      assert.ok(apiVersion.length > 0 && kind.length > 0, file);
      if (kind !== 'Kustomization') assert.ok(named.includes(file), file);
    }
    for (const file of kustomization.resources) assert.ok(exists(`${FOLDER}/${file}`), file);
    assert.equal(kustomization.images[0].name, container.image);
  });

  it('selects the pods of the deployment in every manifest', () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
      find('Service').spec.selector,
      find('PodDisruptionBudget').spec.selector.matchLabels,
    ];
    for (const selector of selectors) assert.deepEqual(selector, labels);
    const target = find('HorizontalPodAutoscaler').spec.scaleTargetRef;
    assert.deepEqual(target, {
      apiVersion: deployment.apiVersion,
      kind: deployment.kind,
      name: deployment.metadata?.name,
    });
  });

  it('uses settings that exist, and reads the secret of the example', () => {
    assertSettings(settings, 'kustomization.yaml');
    assert.equal(container.envFrom[0].configMapRef.name, kustomization.configMapGenerator[0].name);
    const secret = find('Secret');
    const [volume] = pod.volumes;
    const [mount] = container.volumeMounts;
    assert.equal(volume.secret.secretName, secret.metadata?.name);
    assert.equal(mount.name, volume.name);
    const [key = '', url = ''] =
      Object.entries(secret.stringData as Record<string, string>)[0] ?? [];
    assert.deepEqual(container.env, [
      { name: 'DATABASE_URL_FILE', value: `${mount.mountPath}/${key}` },
    ]);
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
  });

  it('probes paths and ports that are served', async () => {
    const { url } = await startService();
    const [{ name, containerPort }] = container.ports;
    assert.equal(String(containerPort), PORT);
    assert.equal(find('Service').spec.ports[0].targetPort, name);
    for (const probe of [container.livenessProbe, container.readinessProbe]) {
      assert.equal(probe.httpGet.port, name);
      assert.equal((await fetch(url + probe.httpGet.path)).status, 200);
    }
    // An instance receives traffic for as long as it can redirect links without the database.
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.equal(periodSeconds * failureThreshold, Number(settings.CACHE_MAX_AGE_SECONDS));
  });

  it('gives the service the time, the user, the rights and the connections that it needs', () => {
    const delay = Number(settings.SHUTDOWN_DELAY_SECONDS);
    assert.ok(delay > 0 && pod.terminationGracePeriodSeconds > delay + GRACE_SECONDS.postgres);
    const { runAsUser, runAsGroup } = pod.securityContext;
    assert.equal(`${runAsUser}:${runAsGroup}`, USER);
    for (const security of [container.securityContext, pod.securityContext]) {
      assert.ok(!('privileged' in security) && security.runAsNonRoot !== false);
    }
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const most = Math.max(
      deployment.spec.replicas,
      find('HorizontalPodAutoscaler').spec.maxReplicas,
    );
    const each = Number(settings.DATABASE_POOL_SIZE) + MORE_CONNECTIONS;
    const { maxSurge } = deployment.spec.strategy.rollingUpdate;
    const all = (most + maxSurge) * each * Number(settings.WORKERS);
    assert.ok(all < MAX_CONNECTIONS - RESERVED_CONNECTIONS, `${all} connections`);
    const comment = `${most + maxSurge} · ${each} = ${all} connections`;
    assert.ok(text('deploy/kubernetes/horizontalpodautoscaler.yaml').includes(comment), comment);
    const heap = Number(/--max-old-space-size=(\d+)/.exec(settings.NODE_OPTIONS ?? '')?.[1]);
    assert.equal(container.resources.limits.memory, '1Gi');
    assert.ok(Number(settings.CACHE_MEGABYTES) < heap && heap < 1024);
  });
});
