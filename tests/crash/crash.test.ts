import { afterAll, beforeAll, expect, test } from 'vitest'
import { CrashRounds } from './rounds.ts'

/** The schedule once: every victim at every moment, a backend twice. The soak test does a thousand. */
const ROUNDS = 32
const PAIRS = 24

let rounds: CrashRounds
beforeAll(async () => {
  rounds = await CrashRounds.open(1)
}, 120_000)
afterAll(() => rounds.close())

test('kill −9 of server, PostgreSQL or backend at each beat of a transition: nothing lost, nothing doubled', async () => {
  for (let index = 0; index < ROUNDS; index += 1) await rounds.round(index)
  expect(rounds.tally.kills.size).toBe(PAIRS)
  expect(rounds.tally.undone).toBeGreaterThan(0)
  expect(rounds.tally.answered).toBeGreaterThan(0)
}, 600_000)
