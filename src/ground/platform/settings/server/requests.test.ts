import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '#app/registry.ts'
import { signedIn } from '#kernel/model/access.ts'
import { setting } from '#kernel/model/setting.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { inCall } from '#tests/probe.ts'
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
  connect([{ settings: [minimum, days] }])
  portal.setNow(new Date('2026-03-10T18:00:00Z'))
})
afterAll(() => {
  connect()
  return portal.close()
})
beforeEach(() => portal.owner.query('delete from setting'))

const change = (body: object, persona: Persona = 'agency.admin') =>
  portal.ask(persona, 'POST', '/api/Configuration', body)
const remove = (settingId: number, persona: Persona = 'agency.admin') =>
  portal.ask(persona, 'DELETE', `/api/Configuration/${settingId}`)
const line = async (key = minimum.key) =>
  ((await portal.ask('agency.read', 'GET', '/api/Configuration')).body as SettingLine[]).find(
    (item) => item.key === key,
  )!
const inForce = async () =>
  (await inCall(portal, 'company.reader', signedIn, ({ settings }) => settings.get(minimum))).result

describe('settings', () => {
  test('the default holds until a value is given; every setting is listed with its source', async () => {
    expect(await line()).toEqual({
      ...minimum,
      value: 1000,
      effectiveFrom: null,
      upcoming: [],
      history: [],
      control: false,
      proposal: null,
    })
    expect(await line(days.key)).toMatchObject({ value: 30, unit: null })
    expect(await inForce()).toBe(1000)
  })

  test('a value given today holds at once, and again when corrected the same day', async () => {
    expect((await change({ key: minimum.key, value: '$1,200' })).body).toMatchObject({
      value: 1200,
      effectiveFrom: '2026-03-10',
    })
    await change({ key: minimum.key, value: 1250, effectiveFrom: '03/10/2026' })
    expect(await inForce()).toBe(1250)
    const { history } = await line()
    expect(history).toMatchObject([{ value: 1250, effectiveFrom: '2026-03-10', setByName: 'Agency Admin' }])
  })

  test('a value dated in the future waits for its day, where the agency is', async () => {
    await change({ key: minimum.key, value: 1100 })
    await change({ key: minimum.key, value: 1500, effectiveFrom: '2026-07-01' })
    await change({ key: minimum.key, value: 1300, effectiveFrom: '2026-04-01' })
    const now = await line()
    expect(now).toMatchObject({
      value: 1100,
      upcoming: [{ value: 1300 }, { value: 1500 }],
      history: [{ value: 1100 }],
    })
    expect(await inForce()).toBe(1100)
    // Past midnight in UTC, but still March where the agency is.
    portal.setNow(new Date('2026-04-01T04:30:00Z'))
    expect(await inForce()).toBe(1100)
    portal.setNow(new Date('2026-04-01T05:30:00Z'))
    expect(await inForce()).toBe(1300)
    expect(await line()).toMatchObject({
      value: 1300,
      effectiveFrom: '2026-04-01',
      upcoming: [{ value: 1500 }],
      history: [{ value: 1300 }, { value: 1100 }],
    })
    portal.setNow(new Date('2026-03-10T18:00:00Z'))
  })

  test('a value to come can be taken back; one in force cannot', async () => {
    await change({ key: minimum.key, value: 1100 })
    await change({ key: minimum.key, value: 1500, effectiveFrom: '2026-07-01' })
    const { upcoming, history } = await line()
    expect((await remove(upcoming[0]!.settingId)).body).toBe(true)
    expect((await remove(history[0]!.settingId)).status).toBe(422)
    expect((await remove(99_999)).status).toBe(404)
    expect(await line()).toMatchObject({ value: 1100, upcoming: [] })
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
    expect((await change(body)).status).toBe(status)
    expect((await portal.owner.query('select 1 from setting')).rowCount).toBe(0)
  })

  test.each<[Persona, number, number]>([
    ['anonymous', 401, 401],
    ['agency.write', 200, 403],
    ['agency.manager' as Persona, 200, 403],
    ['agency.read', 200, 403],
    ['company.admin', 403, 403],
    ['global.admin', 403, 403],
  ])('%s: read %i, change %i', async (persona, read, write) => {
    expect((await portal.ask(persona, 'GET', '/api/Configuration')).status).toBe(read)
    expect((await change({ key: minimum.key, value: 1 }, persona)).status).toBe(write)
    expect((await remove(1, persona)).status).toBe(write)
  })

  test('two settings of one key are a fault of ours, told at the start', () => {
    expect(() => connect([{ settings: [minimum, minimum] }])).toThrow('test_minimum')
  })
})
