import { describe, expect, test } from 'vitest'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { fillItem, itemField } from './requestForm.ts'
import {
  AUTOSAVE,
  collectRefreshes,
  description,
  EXPIRED,
  endSessions,
  expireTokens,
  filedPropertyIds,
  loadRefreshTokens,
  loadStoredDescription,
  openNewRequest,
  openSessionStage,
  saveNewRequest,
  stage,
  waitForSaved,
} from './sessionStage.ts'
import { PATIENCE } from './visitor.ts'

openSessionStage()

describe('signing in', () => {
  test('NAV-13 RTE-04 a person who is not signed in signs in first and then gets to the requested screen', async () => {
    const visitor = await stage.open()
    await visitor.visit('/ReplacementReserveMultiNav')
    await visitor.arrives('/login/%2FReplacementReserveMultiNav')
    expect(await visitor.page.title()).toBe('Sign in · Rooftree')
    await visitor.fillSignIn('company.user')
    await visitor.arrives('/ReplacementReserveMultiNav')
  })

  test('RTE-04 a return address outside the app is not followed', async () => {
    const visitor = await stage.open()
    await visitor.visit(`/login/${encodeURIComponent('//elsewhere.example/')}`)
    await visitor.fillSignIn('company.user')
    await visitor.arrives('/')
    expect(new URL(visitor.page.url()).origin).toBe(stage.address)
  })

  test("NAV-05 the address of another company's property leads to the start page with a message", async () => {
    const visitor = await stage.open()
    await visitor.signIn('company.user', '/ReplacementReserveMultiNav')
    // The notice disappears by itself, so the test waits for it while it waits for the address.
    const notice = visitor.page.getByText('Your account has no access to that page.').waitFor()
    await visitor.go('/OperatingReserveList/99999', '/')
    await notice
  })

  test("ERR-03 a wrong password and too many attempts are answered with the server's messages", async () => {
    const visitor = await stage.open()
    visitor.tolerate(/(401|429) \(.*authenticate/)
    await visitor.visit('/login')
    await visitor.fillSignIn('agency.read', 'not my password')
    const alert = visitor.page.getByRole('alert').filter({ hasText: 'You are not signed in' })
    await alert.getByText('The user name or password is not right.').waitFor()
    await expect.poll(() => visitor.page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await visitor.page.getByText(FAILURE_SENTENCE).count()).toBe(0)
    await stage.owner.query(`insert into login_attempt (user_name, address, succeeded)
      select 'agency.read', '192.0.2.1', false from generate_series(1, 20)`)
    await visitor.fillSignIn('agency.read')
    await alert.getByText(/^Too many attempts. Try again in \d+ seconds.$/).waitFor()
    // The password stays in its box for the next attempt.
    await expect.poll(() => visitor.page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
    await stage.owner.query(`update login_attempt set at = at - interval '1 minute'`)
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    await visitor.arrives('/Projects')
  })

  test('after its session has ended, a page opens for the person who signs in again', async () => {
    const path = `/ReplacementReserve/0/${filedPropertyIds[0]}`
    const visitor = await stage.signedIn('company.user', path)
    visitor.tolerate(EXPIRED)
    await endSessions()
    await visitor.page.reload()
    await visitor.arrives(/^\/login/i)
    await visitor.fillSignIn('company.user')
    await visitor.arrives(path)
    await description(visitor.page).waitFor({ timeout: PATIENCE })
    expect(await visitor.page.getByText('This page cannot be opened now').count()).toBe(0)
  })

  test('CAL-01 a person can choose the screen to start with', async () => {
    const { page } = await stage.signedIn('agency.read', '/Account')
    await page.getByLabel('Start with').selectOption('Work')
    await page.getByText(/^You start with .* from now on\.$/).waitFor()
    await page.getByLabel('Start with').selectOption('Projects')
  })

  test('a refusal that its screen shows writes no error of the program to the console', async () => {
    const visitor = await stage.signedIn('company.user', '/ReplacementReserveMultiNav')
    const printed: string[] = []
    visitor.page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        printed.push(message.text())
    })
    visitor.tolerate(/Failed to load resource/)
    await visitor.page.evaluate((hash) => {
      location.hash = hash
    }, `/ReplacementReserve/99999999/${filedPropertyIds[0]}`)
    await visitor.page.getByRole('heading', { level: 1, name: /cannot be opened now|not found/i }).waitFor()
    expect(printed).toEqual([])
  })

  test('SES-14 the manager flag is loaded after each sign-in and each refresh', async () => {
    const visitor = await stage.open()
    visitor.tolerate(EXPIRED)
    const urls: string[] = []
    visitor.page.on('response', (response) => {
      if (/(authenticate|Refresh|IsManager)$/.test(response.url()) && response.ok())
        urls.push(response.url().replace(/.*\//, ''))
    })
    await visitor.signIn('agency.manager', '/ReplacementReserveMultiNav')
    expect(urls).toEqual(['authenticate', 'IsManager'])
    await visitor.page.goto('about:blank')
    await expireTokens()
    await visitor.visit('/ReplacementReserveMultiNav')
    await expect.poll(() => urls).toEqual(['authenticate', 'IsManager', 'Refresh', 'IsManager'])
  })

  test('ERR-04 if the server does not answer, the sign-in page says so, and it works once the server is back', async () => {
    const visitor = await stage.open()
    visitor.tolerate(/ERR_CONNECTION_REFUSED/)
    await visitor.visit('/login')
    // Waits until the code of the next screens is loaded, which happens in the background.
    await visitor.page.waitForLoadState('networkidle')
    await stage.stopServer()
    await visitor.fillSignIn('company.user')
    await visitor.page.getByText('Error Contacting Server', { exact: true }).waitFor()
    await stage.startServer()
    await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    await visitor.arrives('/')
  })
})

describe('an expired access token', () => {
  test('SES-07 SES-11 SES-12 while a form is open, the autosave refreshes the token without disturbing the person', async () => {
    const visitor = await openNewRequest(filedPropertyIds[0]!)
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    await description(page).fill('New furnaces')
    await page.clock.fastForward(AUTOSAVE)
    await waitForSaved(page)
    await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
    const requestId = Number(visitor.path().split('/')[2])
    expect(await loadStoredDescription(requestId)).toBe('New furnaces')
    await expireTokens()
    const refreshCalls = collectRefreshes(page)
    await description(page).fill('New furnaces in building B')
    await page.clock.fastForward(AUTOSAVE)
    await expect
      .poll(() => loadStoredDescription(requestId), { timeout: PATIENCE })
      .toBe('New furnaces in building B')
    expect(refreshCalls).toEqual([
      {
        method: 'POST',
        body: expect.stringMatching(/^token=[\w-]+&refreshToken=[\w-]+$/),
        type: expect.stringContaining('application/x-www-form-urlencoded'),
      },
    ])
    await waitForSaved(page)
    await expect.poll(() => description(page).inputValue()).toBe('New furnaces in building B')
  })

  test('SES-07 SES-15 several calls that fail at the same time share one refresh', async () => {
    const visitor = await openNewRequest(filedPropertyIds[1]!)
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    await expireTokens()
    const refreshCalls = collectRefreshes(page)
    const refused = new Set<string>()
    const waiting = new Set<string>()
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname
      if (response.status() === 401) refused.add(path)
      if (response.status() === 401) waiting.add(path)
      if (response.ok()) waiting.delete(path)
    })
    // On return to the page after half a minute, all its data is loaded again.
    await page.clock.fastForward(31_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect.poll(() => refused.size, { timeout: PATIENCE }).toBeGreaterThanOrEqual(3)
    await expect.poll(() => [...waiting], { timeout: PATIENCE }).toEqual([])
    expect(refreshCalls).toHaveLength(1)
  })

  test('SES-08 SES-09 a token that is refused after three refreshes in a row ends the session', async () => {
    const visitor = await stage.signedIn('company.reader')
    visitor.tolerate(EXPIRED)
    // Leaves the screen first, because its pending calls would refresh the token too.
    await visitor.page.goto('about:blank')
    const before = await loadRefreshTokens('company.reader')
    await stage.owner.query(`
      create function born_expired() returns trigger language plpgsql as
        'begin new.expires_at = now() - interval ''1 minute''; return new; end';
      create trigger born_expired before insert on session_token for each row when (new.kind = 'access')
        execute function born_expired()`)
    await expireTokens()
    try {
      await visitor.visit('/ReplacementReserveMultiNav')
      await visitor.arrives('/login/%2FReplacementReserveMultiNav')
    } finally {
      await stage.owner.query('drop trigger born_expired on session_token; drop function born_expired')
    }
    // Three refreshes for each of the calls that the screen made at the same time, which share refreshes if
    // possible.
    const tokenCount = (await loadRefreshTokens('company.reader')) - before
    expect(tokenCount).toBeGreaterThanOrEqual(3)
    expect(tokenCount).toBeLessThanOrEqual(9)
  })

  test('SES-09 a refused refresh leads to the sign-in page and back to the form, which offers the input', async () => {
    const visitor = await openNewRequest(filedPropertyIds[2]!)
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    await description(page).fill('Gutters')
    const requestId = await saveNewRequest(visitor)
    await page.getByRole('button', { name: 'Add item' }).click()
    await fillItem(page, 1, { category: 'Roof', work: 'Gutters on the north side', cents: '123400' })
    await endSessions()
    await expireTokens()
    await page.clock.fastForward(AUTOSAVE)
    await visitor.arrives(
      `/login/${encodeURIComponent(`/ReplacementReserve/${requestId}/${filedPropertyIds[2]}`)}`,
    )
    await page.getByRole('status').getByText('Your session has ended').waitFor()
    await visitor.fillSignIn('company.user')
    await visitor.arrives(`/ReplacementReserve/${requestId}/${filedPropertyIds[2]}`)
    await page.getByRole('button', { name: /^Restore what you typed at/ }).click()
    await expect
      .poll(() => itemField(page, 'Description of work', 1).inputValue())
      .toBe('Gutters on the north side')
    await expect.poll(() => itemField(page, 'Claimed amount', 1).inputValue()).toBe('$1,234.00')
    await page.getByRole('button', { name: 'Save progress' }).click()
    await waitForSaved(page)
    await visitor.visit(visitor.path())
    await expect
      .poll(() => itemField(page, 'Description of work', 1).inputValue())
      .toBe('Gutters on the north side')
    expect(await page.getByText('Some of what you typed here was not saved.').count()).toBe(0)
  })

  test('the next person at the computer sees nothing that the previous one has read', async () => {
    const visitor = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav')
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    const rows = page.getByRole('status').filter({ hasText: /of \d+ rows$/ })
    const all = await rows.textContent()
    await endSessions()
    // The next call ends the session: that of the tab, or the count of waiting work if that comes first.
    await page
      .getByRole('tab', { name: 'Properties and balances' })
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await visitor.arrives(/^\/login\/%2FReplacementReserveMultiNav/)
    await visitor.fillSignIn('other.user')
    await visitor.arrives(/^\/ReplacementReserveMultiNav/)
    await page.getByRole('button', { name: 'Other User' }).waitFor()
    await rows.waitFor()
    expect(await rows.textContent()).not.toBe(all)
    expect(await page.getByText('MACO Management Company Inc.').count()).toBe(0)
  })

  test('SES-03 SES-05 SES-06 after 17 idle minutes a notice offers to stay, and the person is not signed out', async () => {
    const visitor = await stage.signedIn('company.reader')
    const { page } = visitor
    await visitor.takeClock()
    await visitor.visit('/ReplacementReserveMultiNav')
    const notice = page.getByRole('status').filter({ hasText: 'Your session ends in three minutes.' })
    await page.clock.fastForward(16 * 60_000)
    expect(await notice.count()).toBe(0)
    // A call to the server restarts the idle time.
    await visitor.go('/Account')
    await visitor.go('/ReplacementReserveMultiNav')
    await page.clock.fastForward(16 * 60_000)
    expect(await notice.count()).toBe(0)
    await page.clock.fastForward(60_000)
    await notice.waitFor()
    const refreshCalls = collectRefreshes(page)
    await notice.getByRole('button', { name: 'Stay signed in' }).click()
    await notice.waitFor({ state: 'hidden' })
    expect(refreshCalls).toHaveLength(1)
    await page.clock.fastForward(20 * 60_000)
    await page.getByRole('status').filter({ hasText: 'You have been away for twenty minutes.' }).waitFor()
    expect(visitor.path()).toBe('/ReplacementReserveMultiNav')
  })
})
