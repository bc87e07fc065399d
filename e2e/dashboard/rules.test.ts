import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { chooseItem, firstOwner, focused, type Window } from './open-dashboard.ts';

describeInBrowser('conditional routes in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
    const body = { uri: 'products/1', code: 'Rules26' };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    ada = await firstOwner(browser(), service, { viewport: { width: 375, height: 740 } });
  });

  const rulesOf = async () =>
    (await service.request('GET', '/manage/v1/smartlinks/Rules26')).json.rules;

  it('are edited with the keyboard on a phone, with errors in place', async () => {
    const { tab } = ada;
    const { keyboard } = tab;
    await ada.goto('shop/links/Rules26');
    const section = tab.getByRole('region', { name: 'Conditional routes', exact: true });
    await section.getByText('No rules: every visitor').waitFor();
    const pressOn = async (name: string, key = 'Enter'): Promise<void> => {
      await section.getByRole('button', { name, exact: true }).last().focus();
      await keyboard.press(key);
    };
    await pressOn('Edit: Conditional routes');
    await pressOn('Add rule');
    // The name of the new rule has the focus.
    await focused(section.getByLabel('Name').last());
    await keyboard.type('German');
    await pressOn('Add condition');
    await tab.getByRole('menuitem', { name: 'Language' }).waitFor();
    await keyboard.press('ArrowDown');
    await chooseItem(tab, 'Language');
    await focused(section.getByLabel('Preferred language'));
    await keyboard.type('German');
    await keyboard.press('Enter');
    await pressOn('Add platform');
    await chooseItem(tab, 'Web');
    await focused(section.getByLabel('Link', { exact: true }));
    await keyboard.type('https://shop.example/de');
    await pressOn('Save');
    await section.getByText('must be a language such as').waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    const language = section.getByLabel('Preferred language');
    await language.focus();
    await keyboard.press('Backspace');
    await keyboard.type('de');
    await keyboard.press('Enter');

    await pressOn('Add rule');
    const second = section.getByRole('group', { name: 'Rule 2', exact: true });
    await second.getByLabel('Name').waitFor();
    await pressOn('Add condition');
    await chooseItem(tab, 'Percentage');
    await second.getByLabel('Below (%)').fill('300');
    await second.getByLabel('From (%)').focus();
    assert.equal(await second.getByLabel('Below (%)').inputValue(), '300');
    await pressOn('Add platform');
    await chooseItem(tab, 'Web');
    await second.getByLabel('Link', { exact: true }).fill('https://shop.example/b');
    await second.getByRole('button', { name: 'Move rule 2 up' }).press('Enter');
    // The focus follows the rule to the top, where it can only move down.
    await focused(section.getByRole('button', { name: 'Move rule 1 down' }));
    // Another number is not corrected: the service says what is wrong.
    await pressOn('Save');
    const below = section.getByLabel('Below (%)');
    await section.getByRole('alert').getByText(/100/).waitFor();
    await focused(section.getByLabel('From (%)').and(tab.locator('[aria-invalid=true]')));
    await below.fill('30');
    await pressOn('Save');
    await section.getByText('visitors from 0 % to 30 %').waitFor();
    assert.deepEqual(await rulesOf(), [
      { when: { percent: { below: 30 } }, routes: { web: { link: 'https://shop.example/b' } } },
      {
        name: 'German',
        when: { language: ['de'] },
        routes: { web: { link: 'https://shop.example/de' } },
      },
    ]);
  });

  it('keep a time while another one is not complete', async () => {
    const { tab } = ada;
    const rules = [
      {
        when: { time: { from: '2030-01-01T09:00:00.000Z', until: '2031-01-01T09:00:00.000Z' } },
        routes: { web: { link: 'https://shop.example/timed' } },
      },
    ];
    const body = { uri: 'products/2', code: 'Timed26', rules };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    await ada.to('shop/links/Timed26');
    await tab.getByRole('heading', { level: 1, name: /Timed26/ }).waitFor();
    const section = tab.getByRole('region', { name: 'Conditional routes', exact: true });
    await section.getByRole('button', { name: 'Edit: Conditional routes' }).click();
    const until = section.getByLabel('Until just before');
    await until.focus();
    await until.press('Backspace');
    await section.getByText(/^Enter a date .* and a time/).waitFor();
    assert.equal(await until.getAttribute('aria-invalid'), 'true');
    assert.ok(await section.getByRole('button', { name: 'Save' }).isDisabled());
    await until.press('Enter');
    const saved = await service.request('GET', '/manage/v1/smartlinks/Timed26');
    assert.deepEqual(saved.json.rules, rules);
    await until.fill('');
    await until.blur();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText(/^from 1 Jan 2030/).waitFor();
    const changed = await service.request('GET', '/manage/v1/smartlinks/Timed26');
    assert.deepEqual(changed.json.rules[0].when.time, { from: '2030-01-01T09:00:00.000Z' });
  });

  it('are moved without the errors of an earlier order', async () => {
    const { tab } = ada;
    const rules = ['de', 'fr'].map((language) => ({
      when: { language: [language] },
      routes: { web: { link: `https://shop.example/${language}` } },
    }));
    const body = { uri: 'products/3', code: 'Order26', rules };
    await service.request('POST', '/manage/v1/smartlinks', { body });
    await ada.to('shop/links/Order26');
    await tab.getByRole('heading', { level: 1, name: /Order26/ }).waitFor();
    const section = tab.getByRole('region', { name: 'Conditional routes', exact: true });
    await section.getByRole('button', { name: 'Edit: Conditional routes' }).click();
    const links = section.getByLabel('Link', { exact: true });
    const invalid = section.locator('[aria-invalid=true]');
    await links.first().fill('javascript:alert(1)');
    await section.getByRole('button', { name: 'Save' }).click();
    await focused(links.first().and(invalid));
    await section.getByRole('button', { name: 'Move rule 1 down' }).press('Enter');
    await invalid.waitFor({ state: 'detached' });
    assert.equal(await links.last().inputValue(), 'javascript:alert(1)');
    await links.last().fill('https://shop.example/de/sale');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('https://shop.example/de/sale').waitFor();
    const saved = await service.request('GET', '/manage/v1/smartlinks/Order26');
    assert.deepEqual(
      saved.json.rules.map(({ when }: { when: object }) => when),
      [{ language: ['fr'] }, { language: ['de'] }],
    );
  });

  it('are shown in the preview by device, for the conditions that they use', async () => {
    const { tab } = ada;
    await ada.to('shop/links/Rules26?tab=devices');
    await tab.getByRole('heading', { level: 1, name: /Rules26/ }).waitFor();
    const panel = tab.getByRole('region', { name: 'Conditions of the rules' });
    await panel.getByLabel('Language, such as de-AT').fill('de-AT');
    const windows = tab.getByRole('button', { name: /^Windows, Chrome/ });
    await windows.getByText('https://shop.example/de').waitFor();
    assert.equal(await panel.getByLabel('Country, such as DE').count(), 0);
    await panel.getByLabel('Percentile, 0 to 99').fill('x');
    await panel.getByText('Not valid yet, so it is ignored.').waitFor();
    await panel.getByLabel('Percentile, 0 to 99').fill('7');
    await windows.getByText('https://shop.example/b').waitFor();
    await windows.press('Enter');
    const reasons = tab.getByRole('list', { name: 'Why' });
    await reasons.getByText('Rule 1 matches and replaces routes of web').waitFor();
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(await axeViolations(tab), []);
    assert.deepEqual(ada.complaints, []);
  });

  it('of a template are edited and kept', async () => {
    const { tab } = ada;
    await ada.goto('shop/templates/product');
    const section = tab.getByRole('region', { name: 'Conditional routes' });
    await section.getByRole('button', { name: 'Add rule' }).click();
    await section.getByRole('button', { name: 'Add condition' }).click();
    await chooseItem(tab, 'Country');
    await tab.waitForFunction(`document.activeElement?.matches('input')`);
    await tab.keyboard.type('DE');
    await tab.keyboard.press('Enter');
    await section.getByRole('button', { name: 'Add platform' }).click();
    await chooseItem(tab, 'Web');
    await section.getByLabel('Link', { exact: true }).fill('https://shop.example/de/:sku');
    await section.getByText('Uses ":sku", but the pattern captures :id').waitFor();
    await section.getByLabel('Link', { exact: true }).fill('https://shop.example/de/:id');
    await section.getByRole('button', { name: 'Add condition' }).click();
    await chooseItem(tab, 'Time');
    const from = section.getByLabel('From', { exact: true });
    await from.press('0');
    await from.press('5');
    await from.press('Control+s');
    await section.getByText(/^Enter a date .* and a time/).waitFor();
    assert.ok(await tab.getByRole('button', { name: 'Save' }).first().isDisabled());
    await section.getByRole('button', { name: 'Remove condition: Time' }).click();
    await tab.getByRole('button', { name: 'Save' }).first().click();
    await tab.getByText('Saved', { exact: true }).first().waitFor();
    const { templates } = (await service.request('GET', '/manage/v1/app')).json;
    assert.deepEqual(templates[0].rules, [
      {
        when: { country: ['DE'] },
        routes: { web: { link: 'https://shop.example/de/:id' } },
      },
    ]);
    assert.deepEqual(await overflowingElements(tab), []);
  });

  it('of a template can be added and removed after someone else has added one', async () => {
    const { tab } = ada;
    await ada.goto('shop/templates/product');
    const section = tab.getByRole('region', { name: 'Conditional routes' });
    const rules = section.getByRole('group', { name: /^Rule \d/ });
    await rules.waitFor();
    const { templates } = (await service.request('GET', '/manage/v1/app')).json;
    templates[0].rules.push({ ...templates[0].rules[0], name: 'Theirs' });
    await service.request('PATCH', '/manage/v1/app', { body: { templates } });
    // After a lost connection, the page reads everything again.
    await tab.context().setOffline(true);
    await tab.locator('.offline').waitFor();
    await tab.context().setOffline(false);
    await rules.nth(1).waitFor();
    await tab.locator('.offline').waitFor({ state: 'detached' });
    await section.getByRole('button', { name: 'Add rule' }).click();
    await rules.nth(2).waitFor();
    await section.getByRole('button', { name: 'Remove rule 1' }).click();
    await rules.nth(2).waitFor({ state: 'detached' });
    const names = section.getByRole('textbox', { name: /^Name/ });
    assert.deepEqual(await Promise.all((await names.all()).map((name) => name.inputValue())), [
      'Theirs',
      '',
    ]);
    assert.deepEqual(ada.complaints, []);
  });
});
