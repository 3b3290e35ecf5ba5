import type { Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { type Grants, roles } from '#kernel/model/access.ts'
import { guard, type Verdict } from '#kernel/web/guard.ts'
import { chosenProperties, namesProperty, type Place, placeOf, type Standing, standings } from './places.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The stage of the file that imports this, opened before its tests. */
export let stage: Stage
export let properties: Record<Standing, number>

beforeAll(async () => {
  stage = await openStage()
  properties = await chosenProperties(stage.owner)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Forms that stay open in read-only mode: one's own password is one's own business. */
const openToReaders = new Set(['/Account'])
/** Headings of what could not be shown. */
export const LOST = ['This page could not be loaded', 'Page not found']

/** Where somebody ends up who goes to a place, following redirects as the guard gives them. */
function expected(visitor: Grants | null, place: Place): { path: string; verdict: Verdict } {
  const verdict = guard(visitor, place.screen, place.path, place.params)
  if (!('redirect' in verdict)) return { path: place.path, verdict }
  const next = screens.find((screen) => screen.path === verdict.redirect)
  if (!next || next === place.screen) return { path: verdict.redirect, verdict: { readOnly: false } }
  return expected(visitor, { screen: next, path: verdict.redirect, params: {}, propertyId: null, companyId: null })
}

/** Whether the property of a place, or the company whose record it shows, lies within what somebody may see at all. */
function isWithinReach(visitor: Grants | null, { propertyId, companyId }: Place, ownCompany: number | null): boolean {
  if (!visitor || visitor.roles.some(({ id }) => id === roles.agencyWrite || id === roles.agencyRead)) return true
  if (companyId !== null) return companyId === ownCompany
  if (propertyId === null) return true
  const known = [...visitor.projects, ...visitor.mainUserProject, ...visitor.permissions.map((one) => one.propertyId)]
  return known.includes(propertyId)
}

/** What can be written into on the screen. */
const writable = (visitor: Visitor): Promise<string[]> =>
  visitor.page
    .locator('main form')
    .locator('input:enabled, textarea:enabled, select:enabled')
    .evaluateAll((found) => found.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 120)))

async function visitPlace(
  visitor: Visitor,
  grants: Grants | null,
  place: Place,
  ownCompany: number | null,
): Promise<void> {
  const goal = expected(grants, place)
  const { page } = visitor
  const told: string[] = []
  const note = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.split('/').includes(String(place.propertyId))) told.push(pathname)
  }
  page.on('response', note)
  await visitor.go(place.path, goal.path)
  page.off('response', note)
  const heading = (await page.locator('h1').first().textContent()) ?? ''
  expect(await page.title()).toBe(`${heading} · Rooftree`)
  if (isWithinReach(grants, place, ownCompany)) {
    expect(['', ...LOST]).not.toContain(heading)
    expect(visitor.takeFaults()).toEqual([])
  } else {
    // What the server does not show is not there: the screen says so, or does not ask.
    expect(told).toEqual([])
    const faults = visitor.takeFaults()
    if (faults.length > 0) expect(LOST).toContain(heading)
    expect(faults.filter((fault) => !/ 40[34] \(|was not found|You may not/.test(fault))).toEqual([])
  }
  if ('readOnly' in goal.verdict && goal.verdict.readOnly && !openToReaders.has(goal.path)) {
    expect(await writable(visitor)).toEqual([])
    expect(await page.getByRole('region', { name: 'What can be done next' }).count()).toBe(0)
  }
}

/** Every screen as each of these people: the right end of the guard, nothing in the console, nothing of others. */
export function visitEveryScreen(personas: readonly string[]): void {
  describe.each(personas)('NAV-01 NAV-02 NAV-03 NAV-04 NAV-06 NAV-07 NAV-13 every screen as %s', (persona) => {
    let visitor: Visitor
    let grants: Grants | null = null
    let ownCompany: number | null = null
    beforeAll(async () => {
      const found = await stage.owner.query<{ company: number | null }>(
        'select management_company_id as company from app_user where user_name = $1',
        [persona],
      )
      ownCompany = found.rows[0]?.company ?? null
      if (persona === 'anonymous') {
        visitor = await stage.open()
        await visitor.visit('/login')
      } else {
        visitor = await stage.signedIn(persona)
        grants = await visitor.page.evaluate(() => JSON.parse(localStorage.getItem('rooftree.session') ?? 'null'))
      }
    })
    afterAll(() => visitor.context.close())

    const visits = screens.flatMap((screen) =>
      (namesProperty(screen) ? standings : standings.slice(0, 1)).map((standing) => ({
        screen,
        standing,
        name: namesProperty(screen) ? `${screen.path}, property ${standing} by company.user` : screen.path,
      })),
    )
    test.each(visits)('$name', async ({ screen, standing }) => {
      await visitPlace(visitor, grants, await placeOf(screen, stage.owner, properties[standing]), ownCompany)
    })
  })
}
