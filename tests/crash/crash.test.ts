import { afterAll, beforeAll, expect, test } from 'vitest'
import { CrashRounds } from './rounds.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 50)
const SEED = Number(process.env.CRASH_SEED ?? 1)

let rounds: CrashRounds
beforeAll(async () => {
  rounds = await CrashRounds.open(SEED)
})
afterAll(() => rounds.close())

test(
  'kill −9 of server, PostgreSQL or backend at each beat of a transition: nothing lost, nothing doubled',
  async () => {
    for (let index = 0; index < ROUNDS; index += 1) await rounds.round(index)
    console.log(rounds.tally)
    // Each of three victims at each of eight moments.
    expect(rounds.tally.kills.size).toBe(Math.min(24, ROUNDS))
  },
  ROUNDS * 20_000,
)
