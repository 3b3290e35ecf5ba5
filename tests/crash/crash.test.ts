import { afterAll, beforeAll, expect, test } from 'vitest'
import { CrashRounds } from './rounds.ts'

/**
 * Number of rounds that covers the schedule once: each victim at each moment, and a backend twice. The soak
 * test runs a thousand rounds.
 */
const ROUNDS = 32
const VICTIM_MOMENT_PAIRS = 24

let rounds: CrashRounds
beforeAll(async () => {
  rounds = await CrashRounds.open(1)
}, 120_000)
afterAll(() => rounds.close())

test('kill −9 of server, PostgreSQL or backend at each pause point of a transition loses and doubles nothing', async () => {
  for (let index = 0; index < ROUNDS; index += 1) await rounds.round(index)
  expect(rounds.tally.kills.size).toBe(VICTIM_MOMENT_PAIRS)
  expect(rounds.tally.undone).toBeGreaterThan(0)
  expect(rounds.tally.answered).toBeGreaterThan(0)
}, 600_000)
