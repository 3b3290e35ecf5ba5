import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const start = async (persona: Persona, userName = '') => {
  const { body } = await portal.ask(persona, 'GET', `/api/UserProfile${userName && `?userName=${userName}`}`)
  return (body as { startsWith: string }).startsWith
}
const choose = (persona: Persona, startsWith: string) =>
  portal.ask(persona, 'POST', '/api/UserProfile/SaveStart', { startsWith })

test('NAV-02 everybody of the agency begins with the properties and chooses for themselves alone', async () => {
  expect([await start('agency.write'), await start('agency.read'), await start('company.admin')]).toEqual([
    ...['Projects', 'Projects', 'Projects'],
  ])
  expect((await choose('agency.write', 'Work')).status).toBe(200)
  expect((await choose('agency.read', 'Work')).status).toBe(200)
  expect((await choose('agency.read', 'Portfolio')).status).toBe(200)
  expect(await start('agency.read')).toBe('Portfolio')
  expect((await choose('agency.read', 'Projects')).status).toBe(200)
  expect([await start('agency.write'), await start('agency.read')]).toEqual(['Work', 'Projects'])
  // A choice is nobody else's business.
  expect(await start('agency.admin', 'agency.write')).toBe('Projects')
  expect((await choose('agency.write', 'Elsewhere')).status).toBe(400)
  expect((await choose('company.admin', 'Work')).status).toBe(403)
})
