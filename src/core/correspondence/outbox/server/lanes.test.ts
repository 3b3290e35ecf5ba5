import { afterEach, expect, test, vi } from 'vitest'
import { DomainTroubles, getWaitingDomains, isFull, type Lane } from './lanes.ts'

afterEach(() => vi.useRealTimers())

const [now, before] = [0, 10_000]
/** Builds a lane with attempts in progress at these domains, each lasting for these milliseconds. */
const lane = (...underWay: (readonly [domain: string, lasted: number])[]) =>
  ({
    name: 'one',
    atOnce: 3,
    transport: undefined,
    turn: Promise.resolve(),
    underWay: new Map(
      underWay.map(([domain, lasted]) => [Promise.resolve(true), { domain, since: Date.now() - lasted }]),
    ),
  }) as unknown as Lane

test('TRUST-5.6: slow attempts do not count against their lane, up to a limit', () => {
  expect(isFull(lane(['a', now], ['b', now], ['c', now]))).toBe(true)
  expect(isFull(lane(['a', before], ['b', before], ['c', before]))).toBe(false)
  expect(isFull(lane(...Array.from('abcdefgh', (domain) => [domain, before] as const)))).toBe(true)
})

test('TRUST-5.6: all domains in trouble share one place in a lane, other domains have two each', () => {
  expect(getWaitingDomains(lane(['a', now], ['a', now], ['b', now]), [])).toEqual(['a'])
  expect(getWaitingDomains(lane(['a', now]), ['b', 'c'])).toEqual([])
  expect(getWaitingDomains(lane(['b', now]), ['b', 'c'])).toEqual(['b', 'c'])
  expect(getWaitingDomains(lane(['a', before]), ['b'])).toEqual(['b', 'a'])
})

test('TRUST-5.6: a domain’s trouble ends when it accepts a mail quickly, or after some time', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const troubles = new DomainTroubles()
  troubles.note('slow', true, 20_000)
  troubles.note('refusing', false, 10)
  troubles.note('well', true, 10)
  expect(troubles.list()).toEqual(['slow', 'refusing'])
  troubles.note('slow', true, 100)
  expect(troubles.list()).toEqual(['refusing'])
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(troubles.list()).toEqual([])
})
