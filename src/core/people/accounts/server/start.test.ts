import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const readStartScreen = async (persona: Persona, userName = '') => {
  const { body } = await portal.ask(persona, 'GET', `/api/UserProfile${userName && `?userName=${userName}`}`)
  return (body as { startsWith: string }).startsWith
}
const saveStartScreen = (persona: Persona, startsWith: string) =>
  portal.ask(persona, 'POST', '/api/UserProfile/SaveStart', { startsWith })

test('NAV-02 agency people start with the properties and can choose another screen only for themselves', async () => {
  expect([
    await readStartScreen('agency.write'),
    await readStartScreen('agency.read'),
    await readStartScreen('company.admin'),
  ]).toEqual([...['Projects', 'Projects', 'Projects']])
  expect((await saveStartScreen('agency.write', 'Work')).status).toBe(200)
  expect((await saveStartScreen('agency.read', 'Work')).status).toBe(200)
  expect((await saveStartScreen('agency.read', 'Portfolio')).status).toBe(200)
  expect(await readStartScreen('agency.read')).toBe('Portfolio')
  expect((await saveStartScreen('agency.read', 'Projects')).status).toBe(200)
  expect([await readStartScreen('agency.write'), await readStartScreen('agency.read')]).toEqual([
    'Work',
    'Projects',
  ])
  // Nobody else sees the choice.
  expect(await readStartScreen('agency.admin', 'agency.write')).toBe('Projects')
  expect((await saveStartScreen('agency.write', 'Elsewhere')).status).toBe(400)
  expect((await saveStartScreen('company.admin', 'Work')).status).toBe(403)
})
