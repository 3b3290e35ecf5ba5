import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

export let stage: Stage
/** Properties for which company.user files requests. */
export let own: number[]

// These plays end sessions and stop the server: what a page asks for by itself, its stream of events and the
// count of
// what waits, is then refused or lost, and is asked for again.
const lostStream =
  /(401 \(Unauthorized\)|ERR_\w+).*\/api\/(events|Work\/GetCount)|\/api\/(events|Work\/GetCount).*ERR_\w+/

/** Opens the stage for the tests of the file that calls it. */
export function openSessionStage(): void {
  beforeAll(async () => {
    stage = await openStage()
    const result = await stage.owner.query<{ id: number }>(`
      select g.property_id as id from permission g join app_user u using (user_id)
      where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write order by 1`)
    own = result.rows.map((row) => row.id)
  })
  afterEach(async () => {
    const faults = stage.takeFaults().filter((fault) => !lostStream.test(fault))
    await stage.everyoneLeaves()
    expect(faults).toEqual([])
  })
  afterAll(() => stage.close())
}

export const AUTOSAVE = 20_000
/** What the browser says of an expired token; the app mends it. */
export const EXPIRED = /console: .* 401 \(Unauthorized\)/
export const expireTokens = () =>
  stage.owner.query(`update session_token set expires_at = now() - interval '1 minute' where kind = 'access'`)
export const endSessions = () =>
  stage.owner.query('update session set ended_at = now() where ended_at is null')

/** How many refresh tokens a person has been given: one at each sign-in, one at each refresh. */
export async function loadRefreshTokens(userName: string): Promise<number> {
  const result = await stage.owner.query<{ given: number }>(
    `select count(*)::integer as given from session_token join session using (session_id) join app_user using (user_id)
      where kind = 'refresh' and user_name = $1`,
    [userName],
  )
  return result.rows[0]?.given ?? 0
}

/** The refreshes of the tokens that a page asks for, as they come. */
export function refreshes(page: Page): { method: string; body: string; type: string }[] {
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

/** company.user in front of a new request for one of their properties; the clock of the page can be moved. */
export async function atNewRequest(property: number): Promise<Visitor> {
  const visitor = await stage.open()
  await visitor.takeClock()
  await visitor.signIn('company.user', `/ReplacementReserve/0/${property}`)
  return visitor
}

export const description = (page: Page) => page.getByLabel('Description *', { exact: true })
export const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved / })
    .waitFor()

/** Saves what stands in the form; the request then has a number. */
export async function saveFirst({ page }: Visitor): Promise<number> {
  await page.getByRole('button', { name: 'Save progress' }).click()
  await saved(page)
  await page.waitForURL(/#\/ReplacementReserve\/[1-9]/)
  return Number(new URL(page.url()).hash.split('/')[2])
}

export async function stored(requestId: number): Promise<string | null | undefined> {
  const result = await stage.owner.query<{ description: string | null }>(
    'select description from replacement_reserve_request where replacement_reserve_request_id = $1',
    [requestId],
  )
  return result.rows[0]?.description
}
