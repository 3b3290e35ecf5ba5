import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import { signedIn } from '#kernel/model/access.ts'
import { setting } from '#kernel/model/setting.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import type { SettingLine } from '../model/calls.ts'

const minimum = setting({
  key: 'test_minimum',
  group: 'Test',
  label: 'Minimum per unit',
  kind: 'money',
  unit: 'per unit',
  default: 1000,
  source: 'Test',
})
const days = setting({
  key: 'test_days',
  group: 'Test',
  label: 'Days to decide',
  kind: 'days',
  default: 30,
  source: 'Test',
})

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  connectModules([{ settings: [minimum, days] }])
  portal.setNow(new Date('2026-03-10T18:00:00Z'))
})
afterAll(() => {
  connectModules()
  return portal.close()
})
beforeEach(() => portal.owner.query('delete from setting'))

const postChange = (body: object, persona: Persona = 'agency.admin') =>
  portal.ask(persona, 'POST', '/api/Configuration', body)
const withdraw = (settingId: number, persona: Persona = 'agency.admin') =>
  portal.ask(persona, 'DELETE', `/api/Configuration/${settingId}`)
const loadLine = async (key = minimum.key) =>
  ((await portal.ask('agency.read', 'GET', '/api/Configuration')).body as SettingLine[]).find(
    (item) => item.key === key,
  )!
const readInForce = async () =>
  (await runInCall(portal, 'company.reader', signedIn, ({ settings }) => settings.get(minimum))).result

describe('settings', () => {
  test('the default applies until a value is set, and every setting is listed with its source', async () => {
    expect(await loadLine()).toEqual({
      ...minimum,
      value: 1000,
      effectiveFrom: null,
      upcoming: [],
      history: [],
      control: false,
      proposal: null,
    })
    expect(await loadLine(days.key)).toMatchObject({ value: 30, unit: null })
    expect(await readInForce()).toBe(1000)
  })

  test('a value set for today applies immediately, and can be corrected on the same day', async () => {
    expect((await postChange({ key: minimum.key, value: '$1,200' })).body).toMatchObject({
      value: 1200,
      effectiveFrom: '2026-03-10',
    })
    await postChange({ key: minimum.key, value: 1250, effectiveFrom: '03/10/2026' })
    expect(await readInForce()).toBe(1250)
    const { history } = await loadLine()
    expect(history).toMatchObject([{ value: 1250, effectiveFrom: '2026-03-10', setByName: 'Agency Admin' }])
  })

  test("a future value applies from its first day in the agency's time zone", async () => {
    await postChange({ key: minimum.key, value: 1100 })
    await postChange({ key: minimum.key, value: 1500, effectiveFrom: '2026-07-01' })
    await postChange({ key: minimum.key, value: 1300, effectiveFrom: '2026-04-01' })
    const now = await loadLine()
    expect(now).toMatchObject({
      value: 1100,
      upcoming: [{ value: 1300 }, { value: 1500 }],
      history: [{ value: 1100 }],
    })
    expect(await readInForce()).toBe(1100)
    // It is past midnight in UTC, but still March in the agency's time zone.
    portal.setNow(new Date('2026-04-01T04:30:00Z'))
    expect(await readInForce()).toBe(1100)
    portal.setNow(new Date('2026-04-01T05:30:00Z'))
    expect(await readInForce()).toBe(1300)
    expect(await loadLine()).toMatchObject({
      value: 1300,
      effectiveFrom: '2026-04-01',
      upcoming: [{ value: 1500 }],
      history: [{ value: 1300 }, { value: 1100 }],
    })
    portal.setNow(new Date('2026-03-10T18:00:00Z'))
  })

  test('a future value can be withdrawn, but not one in force', async () => {
    await postChange({ key: minimum.key, value: 1100 })
    await postChange({ key: minimum.key, value: 1500, effectiveFrom: '2026-07-01' })
    const { upcoming, history } = await loadLine()
    expect((await withdraw(upcoming[0]!.settingId)).body).toBe(true)
    expect((await withdraw(history[0]!.settingId)).status).toBe(422)
    expect((await withdraw(99_999)).status).toBe(404)
    expect(await loadLine()).toMatchObject({ value: 1100, upcoming: [] })
  })

  test.each<[string, object, number]>([
    ['an unknown key', { key: 'nothing', value: 1 }, 404],
    ['no key', { value: 1 }, 400],
    ['no value', { key: minimum.key }, 400],
    ['a value of another kind', { key: minimum.key, value: 'much' }, 400],
    ['a record as value', { key: minimum.key, value: { amount: 1 } }, 400],
    ['half days', { key: days.key, value: 1.5 }, 400],
    ['a day in the past', { key: minimum.key, value: 1, effectiveFrom: '2026-03-09' }, 422],
    ['a day that does not exist', { key: minimum.key, value: 1, effectiveFrom: '2026-02-30' }, 400],
  ])('%s is refused', async (_, body, status) => {
    expect((await postChange(body)).status).toBe(status)
    expect((await portal.owner.query('select 1 from setting')).rowCount).toBe(0)
  })

  test.each<[Persona, number, number]>([
    ['anonymous', 401, 401],
    ['agency.write', 200, 403],
    ['agency.manager' as Persona, 200, 403],
    ['agency.read', 200, 403],
    ['company.admin', 403, 403],
    ['global.admin', 403, 403],
  ])('%s gets status %i for reading and %i for changing', async (persona, read, write) => {
    expect((await portal.ask(persona, 'GET', '/api/Configuration')).status).toBe(read)
    expect((await postChange({ key: minimum.key, value: 1 }, persona)).status).toBe(write)
    expect((await withdraw(1, persona)).status).toBe(write)
  })

  test('two settings with the same key throw at the start of the server', () => {
    expect(() => connectModules([{ settings: [minimum, minimum] }])).toThrow('test_minimum')
  })
})
