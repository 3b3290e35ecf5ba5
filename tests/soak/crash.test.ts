import { expect, test } from 'vitest'
import { CrashRounds } from '#tests/crash/rounds.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1000)
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)

test(`${ROUNDS} rounds of kill −9 (CRASH_SEED=${SEED}) lose and double nothing`, async () => {
  const rounds = await CrashRounds.open(SEED)
  try {
    for (let index = 0; index < ROUNDS; index += 1) await rounds.round(index)
    console.log(rounds.tally)
    expect([...rounds.tally.kills.values()].reduce((sum, kills) => sum + kills, 0)).toBe(ROUNDS)
  } finally {
    await rounds.close()
  }
})
