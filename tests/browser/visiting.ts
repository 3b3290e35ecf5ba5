import type { Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { type Grants, roles } from '#kernel/model/access.ts'
import { type GuardResult, guard } from '#kernel/web/guard.ts'
import { type InspectionDepth, inspections } from './inspecting.ts'
import {
  type AccessLevel,
  accessLevels,
  buildScreenAddress,
  chooseProperties,
  namesProperty,
  type ScreenAddress,
} from './places.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The stage of the importing file, opened before its tests. */
export let stage: Stage
export let properties: Record<AccessLevel, number>

/** Forms that readers may edit too: changing one's own password. */
const editableByReaders = new Set(['/account'])
/** Headings of screens that could not be shown. */
const FAILURE_HEADINGS = ['This page could not be loaded', 'This page cannot be opened now', 'Page not found']

/** Computes the path at which a person ends who opens this address, following the redirects of the guard. */
function getExpectedEnd(
  visitor: Grants | null,
  place: ScreenAddress,
): { path: string; verdict: GuardResult } {
  const verdict = guard(visitor, place.screen, place.path, place.params)
  if (!('redirect' in verdict)) return { path: place.path, verdict }
  const next = screens.find((screen) => screen.path === verdict.redirect)
  if (!next || next === place.screen) return { path: verdict.redirect, verdict: { readOnly: false } }
  return getExpectedEnd(visitor, {
    screen: next,
    path: verdict.redirect,
    params: {},
    propertyId: null,
    companyId: null,
  })
}

/** Whether the person may see the property of an address, or the company whose record it shows. */
function isWithinReach(
  visitor: Grants | null,
  { propertyId, companyId }: ScreenAddress,
  ownCompany: number | null,
): boolean {
  if (!visitor || visitor.roles.some(({ id }) => id === roles.agencyWrite || id === roles.agencyRead))
    return true
  if (companyId !== null) return companyId === ownCompany
  if (propertyId === null) return true
  const visiblePropertyIds = [
    ...visitor.projects,
    ...visitor.mainUserProject,
    ...visitor.permissions.map((permission) => permission.propertyId),
  ]
  return visiblePropertyIds.includes(propertyId)
}

/** Lists the editable boxes of the screen. */
const findEditableBoxes = (visitor: Visitor): Promise<string[]> =>
  visitor.page
    .locator('main form')
    .locator('input:enabled, textarea:enabled, select:enabled')
    .evaluateAll((matches) =>
      matches.filter((item) => item.checkVisibility()).map((item) => item.outerHTML.slice(0, 120)),
    )

/** A signed-in person who visits the screens, with the rights stored in the browser. */
type Guest = ScreenTour & { visitor: Visitor; grants: Grants | null; ownCompany: number | null; side: string }

async function loadGuest(tour: ScreenTour): Promise<Guest> {
  const { persona } = tour
  if (persona === 'anonymous') {
    const visitor = await stage.open()
    await visitor.visit('/login')
    return { ...tour, visitor, grants: null, ownCompany: null, side: persona }
  }
  const result = await stage.owner.query<{ ownCompany: number | null; side: string }>(
    `select management_company_id as "ownCompany", case when management_company_id is null then 'agency'
      when is_mc_admin then 'primary user' else 'company' end as side from app_user where user_name = $1`,
    [persona],
  )
  const visitor = await stage.signedIn(persona)
  const grants = await visitor.page.evaluate(() =>
    JSON.parse(localStorage.getItem('rooftree.session') ?? 'null'),
  )
  return { ...tour, visitor, grants, ...result.rows[0]! }
}

/**
 * Waits for the title of the tab, which a screen sets right after its heading. The caller checks the result.
 */
const waitForTabTitle = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () => {
        const heading = document.querySelector('h1')?.textContent ?? ''
        return document.title.toLowerCase().endsWith(`${heading} · Rooftree`.toLowerCase())
      },
      undefined,
      { timeout: 3000 },
    )
    .catch(() => undefined)

async function visitScreen(
  { visitor, grants, ownCompany, persona }: Guest,
  place: ScreenAddress,
): Promise<void> {
  const label = `${persona} at ${place.path}`
  const goal = getExpectedEnd(grants, place)
  const { page } = visitor
  const refetched: string[] = []
  const note = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.split('/').includes(String(place.propertyId))) refetched.push(pathname)
  }
  page.on('response', note)
  await visitor.go(place.path, goal.path)
  const isVisible = isWithinReach(grants, place, ownCompany)
  // Refusals arrive late: from calls of the frame around the screen, and in the console after the answers.
  if (!isVisible) await visitor.rests()
  page.off('response', note)
  await waitForTabTitle(page)
  // Reads both at the same moment, because a record's name may arrive after its screen.
  const [heading, title] = await page.evaluate(
    () => [document.querySelector('h1')?.textContent ?? '', document.title] as const,
  )
  // The title may also contain the record, if the heading does not.
  expect(
    title.toLowerCase().endsWith(`${heading} · Rooftree`.toLowerCase()),
    `${label}: ${heading} | ${title}`,
  ).toBe(true)
  if (isVisible) {
    expect(['', ...FAILURE_HEADINGS], label).not.toContain(heading)
    expect(visitor.takeFaults(), label).toEqual([])
  } else {
    // The server hides this record, so the screen says so or does not ask for it.
    expect(refetched, label).toEqual([])
    const faults = visitor.takeFaults()
    if (faults.length > 0) expect(FAILURE_HEADINGS, label).toContain(heading)
    expect(
      faults.filter((fault) => !/ 40[34] \(|was not found|You may not/.test(fault)),
      label,
    ).toEqual([])
  }
  if (
    'readOnly' in goal.verdict &&
    goal.verdict.readOnly &&
    !editableByReaders.has(goal.path.toLowerCase())
  ) {
    expect(await findEditableBoxes(visitor), label).toEqual([])
    expect(await page.getByRole('region', { name: 'What can be done next' }).count(), label).toBe(0)
  }
}

/**
 * A person who visits the screens. With `inspects`, the layout of each screen is measured. With `inCapitals`,
 * addresses are written in capital letters (RTE-16).
 */
type ScreenTour = { persona: string; inspects?: boolean; inCapitals?: boolean }

export const agencyTours: readonly ScreenTour[] = [
  { persona: 'agency.admin', inspects: true },
  { persona: 'agency.read', inCapitals: true },
  { persona: 'anonymous' },
]
export const companyTours: readonly ScreenTour[] = [
  { persona: 'company.user', inspects: true },
  { persona: 'company.admin' },
  { persona: 'other.user' },
]

/**
 * Opens every screen as each of these people and expects that it ends where the guard says, without console
 * errors and without data of others. A person who would get the same result as an earlier one (same side,
 * same end) skips the screen.
 */
export function visitEveryScreen(tours: readonly ScreenTour[], measured: InspectionDepth): void {
  const guests: Guest[] = []
  beforeAll(async () => {
    stage = await openStage()
    properties = await chooseProperties(stage.owner)
    for (const tour of tours) guests.push(await loadGuest(tour))
  })
  afterEach(() => expect(stage.takeFaults()).toEqual([]))
  afterAll(() => stage.close())

  test.each(screens.map((screen) => ({ screen, path: screen.path })))(
    `NAV-01 NAV-02 NAV-03 NAV-04 NAV-06 NAV-07 NAV-13 RTE-16 $path as ${tours.map((tour) => tour.persona).join(', ')}`,
    async ({ screen }) => {
      const visitKeys = new Set<string>()
      for (const relation of namesProperty(screen) ? accessLevels : accessLevels.slice(0, 1)) {
        const place = await buildScreenAddress(screen, stage.owner, properties[relation])
        for (const guest of guests) {
          const { grants, ownCompany, side, persona, inCapitals, inspects } = guest
          const { page } = guest.visitor
          const goal = getExpectedEnd(grants, place)
          const end = 'readOnly' in goal.verdict ? goal.verdict : goal.path
          const visitKey = JSON.stringify([side, end, isWithinReach(grants, place, ownCompany)])
          const isNew = !visitKeys.has(visitKey)
          visitKeys.add(visitKey)
          const mustGo = relation === 'written' && (inspects || inCapitals)
          if (!isNew && !mustGo) continue
          await visitScreen(guest, inCapitals ? { ...place, path: place.path.toUpperCase() } : place)
          if (mustGo && inspects)
            await inspections[measured]({ page, persona, screen: screen.path, address: place.path })
        }
      }
    },
  )
}
