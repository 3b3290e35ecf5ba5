import { describe, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { buildScreenAddress } from './places.ts'
import { agencyTours, properties, stage, visitEveryScreen } from './visiting.ts'

visitEveryScreen(agencyTours, 'once')

describe('unknown addresses', () => {
  test('RTE-03 RTE-05 an address without a screen leads to the not-found page', async () => {
    const visitor = await stage.signedIn('company.user')
    const odd = `/ReplacementReserve/first/${properties.written}`
    for (const path of ['/noSuchPage', odd, '/ReplacementReserveList/', '/Account/7']) {
      await visitor.visit(path)
      await expect
        .poll(() => visitor.page.locator('h1').textContent(), { message: path })
        .toBe('Page not found')
      expect(await visitor.page.title(), path).toBe('Page not found · Rooftree')
    }
  })
})

describe('reading and writing modes', () => {
  test.each([
    ['company.user', 1],
    ['company.reader', 0],
    ['agency.read', 0],
  ] as const)(
    'NAV-07 PER-15 the page of %s has %i fields and buttons for writing of each kind',
    async (persona, times) => {
      const screen = screens.find((screen) => screen.path === '/ReplacementReserve/:id/:projectId')!
      const place = await buildScreenAddress(screen, stage.owner, properties.written)
      const visitor = await stage.signedIn(persona, place.path)
      const { page } = visitor
      await page.getByText('Description').first().waitFor()
      expect(await page.getByRole('textbox', { name: 'Description', exact: true }).count()).toBe(times)
      expect(await page.getByRole('button', { name: 'Submit request' }).count()).toBe(times)
      await visitor.go(`/ReplacementReserveList/${properties.written}`)
      expect(await page.getByRole('link', { name: 'New request' }).count()).toBe(times)
    },
  )

  test('PER-16 in property view the agency sees the screens of a property until it is switched off', async () => {
    const visitor = await stage.signedIn('agency.admin', '/ReplacementReserveMultiNav')
    const { page } = visitor
    const administration = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Administration' })
    const toggle = page.getByRole('button', { name: 'Property view' })
    await expect.poll(() => administration.count()).toBe(1)
    await expect.poll(() => page.getByLabel('Analyst').count()).toBe(1)
    await page.getByRole('button', { name: 'Agency Administrator' }).click()
    await toggle.click()
    await administration.waitFor({ state: 'detached' })
    await page.getByLabel('Analyst').waitFor({ state: 'detached' })
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true')
    await toggle.click()
    await administration.waitFor()
  })
})
