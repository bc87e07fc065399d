import { createApp } from '#server/src/actions/apps/create-app.ts';
import { secretDigest } from '#server/src/domain/access/session.ts';
import type { Service } from '#server/test/harness.ts';
import { plant } from '#server/test/visit/plant.ts';
import {
  auditOf,
  fieldsOf,
  linkOf,
  templateOf,
  type Fields,
  type Row,
  type Texts,
} from './hostile-rows.ts';

/** What was stored, and how to find it in the dashboard. */
export interface Planted {
  /** Links of the app `shop`. */
  readonly codes: readonly string[];
  /** Templates of the app `shop`. */
  readonly templates: readonly string[];
  /** Apps with harmless names and hostile settings. */
  readonly apps: readonly string[];
  /** The secret of an invitation to an app with a hostile name. */
  readonly invitation: string;
}

/** When the stored sessions and invitations expire. */
const EXPIRES_AT = Date.now() + 24 * 60 * 60 * 1000;

/**
 * Writes texts, without validation, into every field that users can fill and that the dashboard
 * shows to `memberId`, who owns all of it.
 */
export async function plantTexts(
  service: Service,
  memberId: string,
  groups: readonly Texts[],
): Promise<Planted> {
  const shop = service.owner.app.id;
  const { db } = service.app.ctx;
  const all = groups.map((texts, index) => fieldsOf(texts, index));
  const rows = (table: string, make: (one: Fields, index: number) => Row) =>
    plant(service, table, all.map(make));

  await rows('links', (one) => ({ ...linkOf(one), app_id: shop }));
  const found = await db.all<{ id: number; code: string }>('select id, code from links');
  const ids = new Map(found.map(({ id, code }) => [code, id]));
  const tags = all.flatMap((one) => one.texts.map((tag) => ({ tag, link_id: ids.get(one.code)! })));
  await plant(
    service,
    'link_tags',
    tags.map((tag) => ({ ...tag, app_id: shop })),
  );
  await rows('metadata_versions', (one) => ({
    code: one.code,
    version: 1,
    metadata: one.metadata,
    replaced_by: one.allTexts,
    replaced_at: 0,
  }));
  await rows('redemptions', (one, index) => ({
    seq: index + 1,
    app_id: shop,
    id: one.allTexts,
    code: one.code,
    token_id: one.allTexts,
    created_at: 0,
    redemptions: 1,
    redeem_limit: 5,
    metadata_version: 1,
    ...(index % 2 === 0
      ? { given_back_at: 0, given_back_by: one.allTexts }
      : { given_back_at: null, given_back_by: null }),
  }));
  await plant(
    service,
    'audit_log',
    all.flatMap(auditOf).map((one) => ({ ...one, app_id: shop })),
  );
  await rows('templates', (one, position) => ({ ...templateOf(one), app_id: shop, position }));
  await rows('tokens', (one, index) => ({
    id: `tok_${index}`,
    app_id: shop,
    kind: 'web',
    name: one.allTexts,
    prefix: one.allTexts,
    digest: `token ${index}`,
    created_at: 0,
  }));
  await plantWebhooks(service, shop, all);
  await rows('members', (one, index) => ({
    id: `mem_${index}`,
    email: one.allTexts,
    name: one.allTexts,
    created_at: 0,
  }));
  await rows('memberships', (_, index) => ({
    app_id: shop,
    member_id: `mem_${index}`,
    role: 'viewer',
    created_at: 0,
  }));
  await rows('invitations', (one, index) => ({
    id: `inv_${index}`,
    digest: `invitation ${index}`,
    kind: 'join',
    email: one.allTexts,
    app_id: shop,
    role: 'viewer',
    created_by: `mem_${index}`,
    created_at: 0,
    expires_at: EXPIRES_AT,
  }));
  await rows('saved_filters', ({ allTexts }) => ({
    app_id: shop,
    member_id: memberId,
    name: allTexts,
    query: JSON.stringify({ q: allTexts, tag: allTexts, template: allTexts }),
  }));
  await rows('sessions', (one, index) => ({
    id: `ses_${index}`,
    digest: `session ${index}`,
    member_id: memberId,
    created_at: 0,
    last_seen_at: 0,
    expires_at: EXPIRES_AT,
    user_agent: one.allTexts,
    address: one.allTexts,
  }));
  const apps = await plantApps(service, memberId, all);
  const invitation = 'C'.repeat(40);
  await plant(service, 'invitations', [
    {
      id: 'inv_named',
      digest: secretDigest(invitation),
      kind: 'join',
      email: null,
      app_id: 'named0',
      role: 'viewer',
      created_by: all[0]?.allTexts ?? '',
      created_at: 0,
      expires_at: EXPIRES_AT,
    },
  ]);
  return {
    codes: all.map(({ code }) => code),
    templates: all.map(({ allTexts }) => allTexts),
    apps,
    invitation,
  };
}

/** Stores some apps with hostile names, and some with hostile settings. */
async function plantApps(
  service: Service,
  memberId: string,
  all: readonly Fields[],
): Promise<string[]> {
  const some = all.filter((_, index) => index % GROUPS_PER_APP === 0);
  const owned = (appId: string): Row => ({
    app_id: appId,
    member_id: memberId,
    role: 'owner',
    created_at: 0,
  });
  await plant(
    service,
    'apps',
    some.map((one, index) => ({ id: `named${index}`, name: one.allTexts, created_at: 0 })),
  );
  await plant(
    service,
    'memberships',
    some.map((_, index) => owned(`named${index}`)),
  );
  const names: string[] = [];
  const { db } = service.app.ctx;
  for (const [index, { visits, schema, platforms }] of some.entries()) {
    const { app } = await createApp(service.app.ctx, `site${index}`);
    await plant(service, 'memberships', [owned(app.id)]);
    await db.transaction(async (tx) => {
      const sql = 'update apps set visits = ?, metadata_schema = ? where id = ?';
      await tx.run(sql, [visits, schema, app.id]);
      await tx.run('delete from platforms where app_id = ?', [app.id]);
    });
    await plant(
      service,
      'platforms',
      platforms.map((one) => ({ ...one, app_id: app.id, enabled: 1 })),
    );
    names.push(app.name);
  }
  return names;
}
/** Only every fourth group gets its own apps, because their pages are slow to check. */
const GROUPS_PER_APP = 4;

/** A webhook for each group, with one delivery. */
async function plantWebhooks(
  service: Service,
  shop: string,
  all: readonly Fields[],
): Promise<void> {
  const each = (make: (one: Fields, index: number) => Row) => all.map(make);
  await plant(
    service,
    'webhooks',
    each((one, index) => ({
      id: `wh_${index}`,
      app_id: shop,
      url: one.allTexts,
      description: one.allTexts,
      types: '[]',
      tags: JSON.stringify(one.texts),
      state: 'disabled',
      secret: '',
      created_at: index,
      created_by: 'operator',
      paused_until: 0,
      lease_until: 0,
    })),
  );
  await plant(
    service,
    'webhook_events',
    each((one, index) => ({
      seq: index + 1,
      id: `evt_${index}`,
      app_id: shop,
      type: one.allTexts,
      subject: 'a',
      tags: '[]',
      payload: JSON.stringify({ data: one.texts, [one.allTexts]: one.metadata }),
      created_at: 0,
      pending: 0,
    })),
  );
  await plant(
    service,
    'webhook_deliveries',
    each((_, index) => ({
      webhook_id: `wh_${index}`,
      event_seq: index + 1,
      subject: 'a',
      state: 'failed',
      attempts: 1,
      tries: 1,
      next_at: 0,
    })),
  );
  await plant(
    service,
    'webhook_attempts',
    each((one, index) => ({
      webhook_id: `wh_${index}`,
      event_seq: index + 1,
      at: 0,
      duration_ms: 1,
      status: 500,
      error: one.allTexts,
      response: one.allTexts,
    })),
  );
}
