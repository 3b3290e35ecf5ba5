import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

export let stage: Stage
/** Properties at which company.user files requests. */
export let filedPropertyIds: number[]

// These tests end sessions and stop the server. The background calls of a page (its event stream and the
// count of waiting work) then fail and are repeated, so their faults are ignored.
const lostStream =
  /(401 \(Unauthorized\)|ERR_\w+).*\/api\/(events|Work\/GetCount)|\/api\/(events|Work\/GetCount).*ERR_\w+/

/** Opens the stage for the tests of the calling file. */
export function openSessionStage(): void {
  beforeAll(async () => {
    stage = await openStage()
    const result = await stage.owner.query<{ id: number }>(`
      select g.property_id as id from permission g join app_user u using (user_id)
      where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write order by 1`)
    filedPropertyIds = result.rows.map((row) => row.id)
  })
  afterEach(async () => {
    const faults = stage.takeFaults().filter((fault) => !lostStream.test(fault))
    await stage.everyoneLeaves()
    expect(faults).toEqual([])
  })
  afterAll(() => stage.close())
}

export const AUTOSAVE = 20_000
/** The console message of an expired token, which the app refreshes. */
export const EXPIRED = /console: .* 401 \(Unauthorized\)/
export const expireTokens = () =>
  stage.owner.query(`update session_token set expires_at = now() - interval '1 minute' where kind = 'access'`)
export const endSessions = () =>
  stage.owner.query('update session set ended_at = now() where ended_at is null')

/** Counts the refresh tokens of a person: one for each sign-in and each refresh. */
export async function loadRefreshTokens(userName: string): Promise<number> {
  const result = await stage.owner.query<{ given: number }>(
    `select count(*)::integer as given from session_token join session using (session_id) join app_user using (user_id)
      where kind = 'refresh' and user_name = $1`,
    [userName],
  )
  return result.rows[0]?.given ?? 0
}

/** Returns a list to which each refresh call of the page is added. */
export function collectRefreshes(page: Page): { method: string; body: string; type: string }[] {
  const refreshCalls: { method: string; body: string; type: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/Refresh'))
      refreshCalls.push({
        method: request.method(),
        body: request.postData() ?? '',
        type: request.headers()['content-type'] ?? '',
      })
  })
  return refreshCalls
}

/** Opens a new request at this property as company.user, with a clock that the test can move. */
export async function openNewRequest(property: number): Promise<Visitor> {
  const visitor = await stage.open()
  await visitor.takeClock()
  await visitor.signIn('company.user', `/ReplacementReserve/0/${property}`)
  return visitor
}

export const description = (page: Page) => page.getByLabel('Description *', { exact: true })
export const waitForSaved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved / })
    .waitFor()

/** Saves a new request and returns its id. */
export async function saveNewRequest({ page }: Visitor): Promise<number> {
  await page.getByRole('button', { name: 'Save progress' }).click()
  await waitForSaved(page)
  await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
  return Number(new URL(page.url()).hash.split('/')[2])
}

export async function loadStoredDescription(requestId: number): Promise<string | null | undefined> {
  const result = await stage.owner.query<{ description: string | null }>(
    'select description from replacement_reserve_request where replacement_reserve_request_id = $1',
    [requestId],
  )
  return result.rows[0]?.description
}
