import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { guard } from '#kernel/web/guard.ts'
import { findCutFigures, findLayoutFaults, findOverflowing } from './accessibility.ts'
import { openLists } from './openEveryList.ts'
import { buildScreenAddress, chooseProperties } from './places.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** A window of 1440 by 900 pixels at 200 % zoom. */
const ENLARGED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }
const PARALLEL_PAGES = 2
/** The screens that people use most: lists, a record of each kind, a property, people and settings. */
const MAIN_SCREENS =
  /^.($|Work$|dashboard|Projects$|EditProject.:|ReplacementReserve.:id|R4rSuspensionRequest.edit|budget.view|afs.view|afs.review.reportcard|DistributionRequest.view|rentIncrease.RentIncrease.:|insuranceclaim.view|ReserveAccounts|users$|Configuration$|Absences|Account$)/

test('the layout checks find covered controls, cut text and bars that leave no room', async () => {
  const { page } = await stage.signedIn('company.user', '/Account', ENLARGED)
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML(
      'afterbegin',
      `<button>Under</button><button style="margin-left: -30px">Over</button>
      <h3 style="width: 60px; overflow: hidden; white-space: nowrap">A heading that is cut</h3>
      <div style="position: fixed; inset: 0 0 auto; height: 260px; width: 100%">Bar</div>`,
    )
  })
  expect((await findLayoutFaults(page)).join()).toMatch(
    /"Under" covers "Over".*cut \(nowrap\): "A heading.*px are bars/,
  )
})

test('the layout checks find figures that are cut and lists without options', async () => {
  const { page } = await stage.signedIn('company.user', '/Account')
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML(
      'afterbegin',
      `<input aria-label="Narrow" value="539,762" style="width: 20px; padding: 0"><input aria-label="Wide" value="1,006">
      <p style="width: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">$12,345.00</p>
      <select aria-label="Nothing"></select><select aria-label="Something"><option>One</option></select>
      <input role="combobox" aria-label="Silent">`,
    )
  })
  expect(await findCutFigures(page)).toEqual(['box "Narrow": 539,762', 'cut: $12,345.00'])
  expect(await openLists(page)).toEqual({
    opened: expect.arrayContaining(['Nothing', 'Something', 'Silent']),
    empty: ['Nothing', 'Silent'],
    waiting: [],
  })
})

test.each(['agency.admin', 'company.user'])(
  'at 200 % zoom the main screens of %s have no cut text, no covered controls and no sideways scrolling',
  async (persona) => {
    const property = (await chooseProperties(stage.owner)).written
    const visitors = await Promise.all(
      Array.from({ length: PARALLEL_PAGES }, () => stage.signedIn(persona, '/Account', ENLARGED)),
    )
    const grants = await visitors[0]!.page.evaluate(() =>
      JSON.parse(localStorage.getItem('rooftree.session') ?? 'null'),
    )
    const paths: string[] = []
    for (const screen of screens.filter(({ path }) => MAIN_SCREENS.test(path))) {
      const place = await buildScreenAddress(screen, stage.owner, property)
      if (!('redirect' in guard(grants, screen, place.path, place.params))) paths.push(place.path)
    }
    expect(paths.length).toBeGreaterThan(9)
    const wrong: string[] = []
    const checkScreens = async (visitor: (typeof visitors)[number]) => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        await visitor.go(path)
        const matches = [...(await findOverflowing(visitor.page)), ...(await findLayoutFaults(visitor.page))]
        wrong.push(...matches.map((text) => `${path}: ${text}`))
      }
    }
    await Promise.all(visitors.map(checkScreens))
    expect(wrong).toEqual([])
  },
  240_000,
)
