import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FAILURE_SENTENCE } from '#kernel/web/api.ts'
import { PASSWORD } from '#tests/fixture.ts'
import { pdfPaper } from './papers.ts'
import { attach, fillItem, itemField, openDetails, summary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

let stage: Stage
/** Properties for which company.user files requests. */
let own: number[]

beforeAll(async () => {
  stage = await openStage()
  const found = await stage.owner.query<{ id: number }>(`
    select g.property_id as id from permission g join app_user u using (user_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write order by 1`)
  own = found.rows.map((row) => row.id)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const AUTOSAVE = 20_000
/** What the browser says of an expired token; the app mends it. */
const EXPIRED = /console: .* 401 \(Unauthorized\)/
const expireTokens = () =>
  stage.owner.query(`update session_token set expires_at = now() - interval '1 minute' where kind = 'access'`)
const endSessions = () => stage.owner.query('update session set ended_at = now() where ended_at is null')

/** The refreshes of the tokens that a page asks for, as they come. */
function refreshes(page: Page): { method: string; body: string; type: string }[] {
  const seen: { method: string; body: string; type: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/Refresh'))
      seen.push({
        method: request.method(),
        body: request.postData() ?? '',
        type: request.headers()['content-type'] ?? '',
      })
  })
  return seen
}

/** company.user in front of a new request for one of their properties; the clock of the page can be moved. */
async function atNewRequest(property: number): Promise<Visitor> {
  const visitor = await stage.signedIn('company.user')
  await visitor.page.clock.install()
  await visitor.visit(`/ReplacementReserve/0/${property}`)
  return visitor
}

const description = (page: Page) => page.getByLabel('Description', { exact: true })
const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved / })
    .waitFor()

/** Saves what stands in the form; the request then has a number. */
async function saveFirst({ page }: Visitor): Promise<number> {
  await page.getByRole('button', { name: 'Save progress' }).click()
  await saved(page)
  await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
  return Number(new URL(page.url()).hash.split('/')[2])
}

async function stored(requestId: number): Promise<string | null | undefined> {
  const found = await stage.owner.query<{ description: string | null }>(
    'select description from replacement_reserve_request where replacement_reserve_request_id = $1',
    [requestId],
  )
  return found.rows[0]?.description
}

describe('sign-in', () => {
  test('NAV-13 RTE-04 who is not signed in signs in first and then goes on to where they wanted', async () => {
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

  test('ERR-03 a wrong password is answered with the words of the server', async () => {
    const visitor = await stage.open()
    visitor.tolerate(/401 \(Unauthorized\).*authenticate/)
    await visitor.visit('/login')
    await visitor.fillSignIn('company.user', 'not my password')
    const alert = visitor.page.getByRole('alert').filter({ hasText: 'You are not signed in' })
    await alert.getByText('The user name or password is not right.').waitFor()
    expect(await visitor.page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await visitor.page.getByText(FAILURE_SENTENCE).count()).toBe(0)
  })

  test('SES-14 the manager flag is asked for after each sign-in and each refresh', async () => {
    const visitor = await stage.open()
    visitor.tolerate(EXPIRED)
    const asked: string[] = []
    visitor.page.on('response', (response) => {
      if (/(authenticate|Refresh|IsManager)$/.test(response.url()) && response.ok())
        asked.push(response.url().replace(/.*\//, ''))
    })
    await visitor.signIn('agency.manager', '/ReplacementReserveMultiNav')
    expect(asked).toEqual(['authenticate', 'IsManager'])
    await expireTokens()
    await visitor.visit('/ReplacementReserveMultiNav')
    await expect.poll(() => asked).toEqual(['authenticate', 'IsManager', 'Refresh', 'IsManager'])
  })

  test('ERR-04 without any answer the sign-in says so, and works once the server is back', async () => {
    const visitor = await stage.open()
    visitor.tolerate(/ERR_CONNECTION_REFUSED/)
    await visitor.visit('/login')
    await stage.stopServer()
    await visitor.fillSignIn('company.user')
    await visitor.page.getByText('Error Contacting Server', { exact: true }).waitFor()
    await stage.startServer()
    await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    await visitor.arrives('/')
  })
})

describe('a token that runs out', () => {
  test('SES-07 SES-11 SES-12 in mid-form: the autosave refreshes it and nobody notices', async () => {
    const visitor = await atNewRequest(own[0]!)
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    await description(page).fill('New furnaces')
    await page.clock.fastForward(AUTOSAVE)
    await saved(page)
    await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
    const requestId = Number(visitor.path().split('/')[2])
    expect(await stored(requestId)).toBe('New furnaces')
    await expireTokens()
    const seen = refreshes(page)
    await description(page).fill('New furnaces in building B')
    await page.clock.fastForward(AUTOSAVE)
    await expect.poll(() => stored(requestId), { timeout: PATIENCE }).toBe('New furnaces in building B')
    expect(seen).toEqual([
      {
        method: 'POST',
        body: expect.stringMatching(/^token=[\w-]+&refreshToken=[\w-]+$/),
        type: expect.stringContaining('application/x-www-form-urlencoded'),
      },
    ])
    await saved(page)
    expect(await description(page).inputValue()).toBe('New furnaces in building B')
  })

  test('SES-07 SES-15 several calls that fail at once wait for one refresh', async () => {
    const visitor = await atNewRequest(own[1]!)
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    await expireTokens()
    const seen = refreshes(page)
    const refused = new Set<string>()
    const waiting = new Set<string>()
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname
      if (response.status() === 401) refused.add(path)
      if (response.status() === 401) waiting.add(path)
      if (response.ok()) waiting.delete(path)
    })
    // Coming back to the page after half a minute asks anew for all that it shows.
    await page.clock.fastForward(31_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect.poll(() => refused.size, { timeout: PATIENCE }).toBeGreaterThanOrEqual(3)
    await expect.poll(() => [...waiting], { timeout: PATIENCE }).toEqual([])
    expect(seen).toHaveLength(1)
  })

  test('SES-08 SES-09 a token that is refused after three refreshes in a row ends the session', async () => {
    const visitor = await stage.signedIn('company.reader')
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    const seen = refreshes(page)
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
    expect(seen).toHaveLength(3)
  })

  test('SES-09 a refused refresh leads to the sign-in and back to the form, with what was typed', async () => {
    const visitor = await atNewRequest(own[2]!)
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    await description(page).fill('Gutters')
    const requestId = await saveFirst(visitor)
    await page.getByRole('button', { name: 'Add item' }).click()
    await fillItem(page, 1, { category: 'Roof', work: 'Gutters on the north side', cents: '123400' })
    await endSessions()
    await expireTokens()
    await page.clock.fastForward(AUTOSAVE)
    await visitor.arrives(`/login/${encodeURIComponent(`/ReplacementReserve/${requestId}/${own[2]}`)}`)
    await visitor.fillSignIn('company.user')
    await visitor.arrives(`/ReplacementReserve/${requestId}/${own[2]}`)
    await page.getByRole('button', { name: /^Restore what you typed at/ }).click()
    expect(await itemField(page, 'Description of work', 1).inputValue()).toBe('Gutters on the north side')
    expect(await itemField(page, 'Claimed amount', 1).inputValue()).toBe('$1,234.00')
    await page.getByRole('button', { name: 'Save progress' }).click()
    await saved(page)
    await visitor.visit(visitor.path())
    expect(await itemField(page, 'Description of work', 1).inputValue()).toBe('Gutters on the north side')
    expect(await page.getByText('Some of what you typed here was not saved.').count()).toBe(0)
  })

  test('the next person at the computer is shown nothing the one before has read', async () => {
    const visitor = await stage.signedIn('agency.write', '/ReplacementReserveMultiNav')
    const { page } = visitor
    visitor.tolerate(EXPIRED)
    const rows = page.getByRole('status').filter({ hasText: /of \d+ rows$/ })
    const all = await rows.textContent()
    await endSessions()
    await page.getByRole('tab', { name: 'Properties and balances' }).click()
    await visitor.arrives('/login/%2FReplacementReserveMultiNav')
    await visitor.fillSignIn('other.user')
    await visitor.arrives('/ReplacementReserveMultiNav')
    await page.getByRole('button', { name: 'Other User' }).waitFor()
    await rows.waitFor()
    expect(await rows.textContent()).not.toBe(all)
    expect(await page.getByText('MACO Management Company Inc.').count()).toBe(0)
  })

  test('SES-03 SES-05 SES-06 after 17 idle minutes a notice offers to stay; nobody is signed out', async () => {
    const visitor = await stage.signedIn('company.reader')
    const { page } = visitor
    await page.clock.install()
    await visitor.visit('/ReplacementReserveMultiNav')
    const notice = page.getByRole('status').filter({ hasText: 'Your session ends in three minutes.' })
    await page.clock.fastForward(16 * 60_000)
    expect(await notice.count()).toBe(0)
    // A request starts the time again.
    await visitor.go('/Account')
    await visitor.go('/ReplacementReserveMultiNav')
    await page.clock.fastForward(16 * 60_000)
    expect(await notice.count()).toBe(0)
    await page.clock.fastForward(60_000)
    await notice.waitFor()
    const seen = refreshes(page)
    await notice.getByRole('button', { name: 'Stay signed in' }).click()
    await notice.waitFor({ state: 'hidden' })
    expect(seen).toHaveLength(1)
    await page.clock.fastForward(20 * 60_000)
    await page.getByRole('status').filter({ hasText: 'You have been away for twenty minutes.' }).waitFor()
    expect(visitor.path()).toBe('/ReplacementReserveMultiNav')
  })
})

describe('a lost connection', () => {
  test('what is typed without a connection is kept and saved when it is back', async () => {
    const visitor = await atNewRequest(own[3]!)
    const { page } = visitor
    visitor.tolerate(/ERR_INTERNET_DISCONNECTED/)
    await description(page).fill('Water heaters')
    const requestId = await saveFirst(visitor)
    await visitor.context.setOffline(true)
    await description(page).fill('Water heaters in six units')
    await page.clock.fastForward(AUTOSAVE)
    await page.getByRole('status').filter({ hasText: 'Not saved: No connection to the portal.' }).waitFor()
    expect(await page.getByText(FAILURE_SENTENCE).count()).toBe(0)
    await visitor.context.setOffline(false)
    await page.clock.fastForward(AUTOSAVE)
    await saved(page)
    expect(await stored(requestId)).toBe('Water heaters in six units')
    expect(await description(page).inputValue()).toBe('Water heaters in six units')
  })

  test('a page closed without a connection offers the typing when it is opened again', async () => {
    const visitor = await atNewRequest(own[4]!)
    const { page } = visitor
    visitor.tolerate(/ERR_INTERNET_DISCONNECTED/)
    await description(page).fill('Stairs')
    const requestId = await saveFirst(visitor)
    await visitor.context.setOffline(true)
    await description(page).fill('Stairs and railings')
    await page.close()
    await visitor.context.setOffline(false)
    const again = await visitor.context.newPage()
    await visitor.visit(`/ReplacementReserve/${requestId}/${own[4]}`, again)
    await again.getByRole('button', { name: /^Restore what you typed at/ }).click()
    expect(await description(again).inputValue()).toBe('Stairs and railings')
  })

  test('ERR-01 UI-01 a failure nobody else shows is told by a warning for 2500 ms', async () => {
    const admin = await stage.signedIn('agency.admin')
    const { page } = admin
    admin.tolerate(/ERR_CONNECTION_REFUSED/)
    const found = await stage.owner.query<{
      id: number
      property: number
    }>(`select replacement_reserve_request_id as id,
      property_id as property from replacement_reserve_request where status_id = 4 order by 1 limit 1`)
    const { id, property } = found.rows[0]!
    await page.clock.install()
    await admin.visit(`/ReplacementReserve/${id}/${property}`)
    await page.getByRole('button', { name: 'Force status' }).waitFor()
    await stage.stopServer()
    await page.getByRole('button', { name: 'Force status' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Test')
    await page.getByRole('dialog').getByRole('button', { name: 'Force status' }).click()
    const notice = page.getByRole('alert').getByText(FAILURE_SENTENCE, { exact: true })
    await notice.waitFor()
    await page.clock.fastForward(2500)
    await notice.waitFor({ state: 'hidden' })
    await stage.startServer()
  })
})

describe('haste and company', () => {
  test('a double click on Submit submits once', async () => {
    const visitor = await atNewRequest(own[5]!)
    const { page } = visitor
    await page.getByRole('combobox', { name: 'Request type' }).fill('Advance review')
    await description(page).fill('Fence')
    await page.getByRole('button', { name: 'Add item' }).click()
    await fillItem(page, 1, {
      category: 'Roof',
      work: 'Fence',
      location: 'North',
      vendor: 'Fence makers',
      cents: '90000',
    })
    await page.getByRole('button', { name: 'Save progress' }).dblclick()
    await saved(page)
    await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
    const requestId = Number(visitor.path().split('/')[2])
    await openDetails(page, 1)
    await attach(page, 'Bid', 1, pdfPaper('bid.pdf', 'Bid'), 'dropping')
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await page.getByRole('button', { name: 'Submit request' }).dblclick()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).dblclick()
    await page.getByRole('heading', { name: 'Request received' }).waitFor()
    const counts = await stage.owner.query(
      `select (select count(*)::integer from replacement_reserve_request where property_id = $2 and description = 'Fence') as requests,
        (select count(*)::integer from status_history where entity = 'ReplacementReserveRequest' and row_id = $1 and to_status_id = 2) as steps,
        (select count(*)::integer from outbox where entity = 'ReplacementReserveRequest' and row_id = $1) as mails`,
      [requestId, own[5]],
    )
    expect(counts.rows).toEqual([{ requests: 1, steps: 1, mails: 1 }])
  })

  test('of two reviewers at once the second is told who changed what, and loses nothing', async () => {
    const found = await stage.owner.query<{
      id: number
      property: number
    }>(`select replacement_reserve_request_id as id,
      property_id as property from replacement_reserve_request where status_id = 3 order by 1 limit 1`)
    const { id, property } = found.rows[0]!
    const path = `/ReplacementReserve/${id}/${property}`
    const [first, second] = [await stage.signedIn('agency.write', path), await stage.signedIn('agency.manager', path)]
    second.tolerate(/409 \(Conflict\)/)
    for (const { page } of [first, second]) await itemField(page, 'Reason for the reduction', 1).waitFor()
    await itemField(first.page, 'Reason for the reduction', 1).fill('Seen by the first')
    await first.page.getByRole('button', { name: 'Save review' }).click()
    await saved(first.page)
    await second.page.getByLabel('Internal agency comments').fill('Seen by the second')
    await second.page.getByRole('button', { name: 'Save review' }).click()
    await expect
      .poll(() => summary(second.page))
      .toEqual([expect.stringMatching(/^Agency Analyst changed this record at /)])
    await second.visit(path)
    await second.page.getByRole('button', { name: /^Restore what you typed at/ }).click()
    expect(await itemField(second.page, 'Reason for the reduction', 1).inputValue()).toBe('Seen by the first')
    expect(await second.page.getByLabel('Internal agency comments').inputValue()).toBe('Seen by the second')
    await second.page.getByRole('button', { name: 'Save review' }).click()
    await saved(second.page)
  })

  test('a step on a request that has moved on is refused with the words who moved it', async () => {
    const found = await stage.owner.query<{
      id: number
      property: number
    }>(`select replacement_reserve_request_id as id,
      property_id as property from replacement_reserve_request where status_id = 2 order by 1 limit 1`)
    const { id, property } = found.rows[0]!
    const path = `/ReplacementReserve/${id}/${property}`
    const [first, second] = [await stage.signedIn('agency.write', path), await stage.signedIn('agency.manager', path)]
    second.tolerate(/409 \(Conflict\)/)
    await takeStep(first.page, 'Start review')
    await takeStep(second.page, 'Start review')
    await second.page.getByText(/^Agency Analyst changed this record at /).waitFor()
  })
})

describe('sign-out', () => {
  test('SES-13 ERR-06 leads to /Login, in the other tab to the sign-in as well, and ends the session', async () => {
    const visitor = await stage.signedIn('company.user', '/ReplacementReserveMultiNav')
    const other = await visitor.context.newPage()
    await visitor.visit('/Account', other)
    const { page } = visitor
    await page.getByLabel('Search all columns').fill('Court')
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
    const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('rooftree.session') ?? '{}'))
    await page.getByRole('button', { name: 'Company User' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await visitor.arrives('/Login')
    await visitor.arrives(/^\/login/i, other)
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('table ')))).toEqual([])
    const answer = await fetch(`${stage.address}/api/users/IsManager`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })

  test('SES-13 with unsaved typing it leads to /Login all the same, and the typing is offered at the next sign-in', async () => {
    const visitor = await atNewRequest(own[6]!)
    const { page } = visitor
    await description(page).fill('Paving')
    await page.getByRole('button', { name: 'Company User' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await visitor.arrives('/Login')
    await page.getByLabel('User name').waitFor()
    await visitor.signIn('company.user', `/ReplacementReserve/0/${own[6]}`)
    await page.getByRole('button', { name: /^Restore what you typed at/ }).click()
    expect(await description(page).inputValue()).toBe('Paving')
  })
})
