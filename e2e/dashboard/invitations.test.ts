import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createApp } from '#server/src/actions/apps/create-app.ts';
import { startService, type Service } from '#server/test/harness.ts';
import { invited } from '#server/test/manage/people.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import {
  firstOwner,
  makeInvitation,
  newWindow,
  signedIn,
  type ShownRole,
  type Window,
} from './open-dashboard.ts';

describeInBrowser('invitations', (browser) => {
  let service: Service;
  let ada: Window;
  /** A new visitor who opens an invitation link. */
  let guest: Window;
  before(async () => {
    service = await startService();
    ada = await firstOwner(browser(), service);
    guest = await newWindow(browser(), service);
  });

  const over = (): Promise<void> =>
    guest.tab.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();

  it('say who invites, to which app and with which role', async () => {
    const roles: readonly (readonly [ShownRole, string])[] = [
      ['Owner', 'You can manage everything'],
      ['Editor', 'You can create and edit links, templates, metadata schemas and appearance.'],
      ['Viewer', 'You can view everything except webhooks but cannot make changes.'],
    ];
    const { tab } = guest;
    for (const [role, may] of roles) {
      await tab.goto(await makeInvitation(ada, `${role}@shop.example`, role));
      await tab.getByRole('heading', { name: 'Ada invited you to shop' }).waitFor();
      await tab.getByText(`Your role: ${role}`).waitFor();
      await tab.getByText(may).waitFor();
      assert.equal(
        await tab.getByLabel(/^Email/).inputValue(),
        `${role.toLowerCase()}@shop.example`,
      );
    }
  });

  it('are listed until the invited person uses the link', async () => {
    const pending = ada.tab.getByRole('table', { name: 'Invitations' });
    const row = pending.getByRole('row').filter({ hasText: 'viewer@shop.example' });
    await row.getByRole('cell', { name: 'Viewer', exact: true }).waitFor();
    await row.getByRole('cell', { name: 'Ada', exact: true }).waitFor();
    const { tab } = guest;
    await tab.getByLabel(/^Name/).fill('Vera');
    await tab.getByLabel(/^Password/).fill('a sentence of my own');
    await tab.getByRole('button', { name: 'Join shop' }).click();
    await signedIn(tab);
    await ada.goto('shop/settings/members');
    await ada.tab.getByRole('combobox', { name: 'Role of Vera' }).waitFor();
    assert.equal(await row.count(), 0);
  });

  it('ask for the password if an account exists', async () => {
    await createApp(service.app.ctx, 'books');
    const secret = await invited(service, 'viewer@shop.example', 'editor', 'books');
    const { tab } = guest;
    await tab.goto(`${service.url}/dashboard/invitation#${secret}`);
    // The page does not disclose whether an account exists, so the user chooses.
    await tab.getByText('Choose a password to create your account.').waitFor();
    await tab.getByRole('button', { name: 'I already have an account' }).click();
    await tab.getByRole('button', { name: 'Create a new account' }).waitFor();
    assert.equal(await tab.getByLabel(/^Name/).count(), 0);
    await tab.getByLabel('Your password').fill('not mine at all');
    await tab.getByRole('button', { name: 'Join books' }).click();
    await tab.getByText('The password of your account is incorrect.').waitFor();
    await tab.getByLabel('Your password').fill('a sentence of my own');
    await tab.getByRole('button', { name: 'Join books' }).click();
    await tab.getByRole('button', { name: 'Switch app: books' }).waitFor();
  });

  it('show at the field why a password is too weak', async () => {
    const { tab } = await newWindow(browser(), service);
    await tab.goto(await makeInvitation(ada, 'wanda@shop.example', 'Viewer'));
    for (const [password, message] of [
      ['qwertyuiopas', 'is a common password'],
      ['Wanda@shop.example1', 'is too similar to the e-mail address'],
    ] as const) {
      await tab.getByLabel(/^Password/).fill(password);
      await tab.getByRole('button', { name: 'Join shop' }).click();
      await tab.getByText(message).waitFor();
      await tab
        .getByLabel(/^Password/)
        .and(tab.locator('[aria-invalid=true]:focus'))
        .waitFor();
    }
    await tab.getByLabel(/^Password/).fill('a sentence of my own');
    await tab.getByRole('button', { name: 'Join shop' }).click();
    await signedIn(tab);
  });

  it('are rejected for members, with an error at the field', async () => {
    const { tab } = ada;
    await tab.getByRole('button', { name: 'Invite' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel(/^Email/).fill('viewer@shop.example');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByText('This person is already a member.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('replace earlier ones, and end when they are withdrawn', async () => {
    const first = await makeInvitation(ada, 'carol@shop.example', 'Editor');
    const second = await makeInvitation(ada, 'carol@shop.example', 'Viewer');
    await guest.tab.goto(first);
    await over();
    await guest.tab.goto(second);
    await guest.tab.getByLabel(/^Password/).fill('a sentence of my own');
    await ada.tab.getByRole('button', { name: 'Withdraw the invitation for carol@' }).click();
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await ada.tab.getByText('Invitation withdrawn').waitFor();
    await guest.tab.getByRole('button', { name: 'Join shop' }).click();
    await over();
    await ada.tab.getByText('carol@shop.example').first().waitFor({ state: 'detached' });
    assert.deepEqual([...ada.complaints, ...guest.complaints], []);
  });
});
